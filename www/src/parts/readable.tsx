// What is shown in place of a session that cannot be read.
import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
  /** In place of what cannot be read; a page of its own unless told. */
  readonly instead?: (error: Error) => ReactNode;
}

/** Catches what is thrown of a session that is stored and cannot be read: it takes nothing else with it. */
export class Readable extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.instead) return this.props.instead(error);
    return (
      <div className="empty" role="alert">
        <h1>This session cannot be read</h1>
        <p>{error.message}</p>
        <p>
          What is stored of it stays as it is.{" "}
          <button type="button" onClick={() => this.setState({ error: null })}>
            Read it again
          </button>
        </p>
      </div>
    );
  }
}
