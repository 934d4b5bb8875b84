// In place of a page that failed: the frame around it goes on working, and so does every other page. If the frame itself
// fails it stands in its place.
import { Component, type ReactNode } from "react";

interface Props {
  /** Where the page is: elsewhere it is tried anew. */
  at: string;
  children: ReactNode;
}

export class Broken extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate({ at }: Props, { error: before }: { error: Error | null }) {
    const { error } = this.state;
    if (!error) return;
    if (at !== this.props.at) this.again();
    // What had the focus is gone.
    else if (!before && document.activeElement === document.body) document.getElementById("main")?.focus();
  }

  readonly again = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h1>This page has failed</h1>
        <p className="unreadable">{error.message}</p>
        <p>What is kept here is not lost.</p>
        <p>
          <button type="button" onClick={this.again}>
            Try again
          </button>{" "}
          <button type="button" onClick={() => location.reload()}>
            Load it anew
          </button>
        </p>
      </div>
    );
  }
}
