// What goes in, what goes out, and what is kept.
import { useOpened } from "../stores";
import { hrefOf } from "../place";
import { Intake } from "./intake";
import { Kept } from "./kept";
import { Out } from "./out";

export function Data() {
  const { store, simulated } = useOpened();
  if (simulated) return <Simulated />;
  return (
    <div className="data">
      <h1>Data</h1>
      <Intake />
      <div className="aside">
        <Out store={store} />
        <Kept store={store} />
      </div>
    </div>
  );
}

function Simulated() {
  return (
    <div className="data">
      <h1>Data</h1>
      <section>
        <p>
          These sessions are simulated. They have a database of their own: nothing is taken into it, and nothing is
          given out of it, so that nobody takes them for real ones.
        </p>
        <p>
          <a className="button" href={hrefOf({ simulated: false, page: "data", id: null, query: {} })}>
            Your own data
          </a>
        </p>
      </section>
    </div>
  );
}
