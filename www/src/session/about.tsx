// The single actions and calls about which something can be done.
import { Buttons, type Grouped } from "./offers";
import type { Subject } from "./subject";

export function About({ offers }: { subject: Subject; offers: Grouped }) {
  return [...offers.about].map(([target, its]) => (
    <div key={target} role="group" aria-label={target}>
      <h3 className="about">{target}</h3>
      <Buttons offers={its} about={target} />
    </div>
  ));
}
