// In place of a session that cannot be read: it takes nothing else with it.
import { Component, type ReactNode } from "react";

interface Props {
  /** What is said before the error's message. */
  title: ReactNode;
  children: ReactNode;
}

export class Unreadable extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p className="unreadable">
        {this.props.title} cannot be read: {error.message}
      </p>
    );
  }
}
