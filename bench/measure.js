// How fast things are beside each other: all take turns in one run, so that what disturbs one disturbs all.

const ROUNDS = 25;
const MILLISECONDS = 20;
const WARM_UP = 200;

/** Nanoseconds a call, for each of the named functions: the median of the rounds. */
export function sideBySide(functions) {
  const names = Object.keys(functions);
  const repeats = names.map((name) => calibrate(functions[name]));
  const times = names.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, name] of names.entries()) {
      times[index].push(time(functions[name], repeats[index]) / repeats[index]);
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, median(times[index])]));
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** How many calls fill a round, once the function is warm. */
function calibrate(run) {
  let repeats = 1;
  let took = 0;
  for (let spent = 0; took < MILLISECONDS * 1e6 || spent < WARM_UP * 1e6; spent += took) {
    took = time(run, repeats);
    repeats = Math.ceil(repeats * Math.min(10, (1.1 * MILLISECONDS * 1e6) / took));
  }
  return repeats;
}

let sink;

function time(run, repeats) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < repeats; call++) sink = run(call);
  const took = Number(process.hrtime.bigint() - start);
  if (sink === undefined) throw new Error("what is measured must return something");
  return took;
}
