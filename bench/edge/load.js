// Whoever asks, over connections that stay open, each of which waits for its answer before it asks again.
// Of our own, since every answer is looked at and two servers take turns, neither of which a load tool does.
import { Agent, request } from "node:http";

export function client(port, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const ask = (body, token) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      };
      const asked = request(
        { port, host: "127.0.0.1", path: "/decide", method: "POST", agent, headers },
        (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
          response.on("error", reject);
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });

  /** `work(number)` for 0, 1, 2 and so on while `more(number)`, on all connections at once. */
  const all = async (more, work) => {
    let number = 0;
    const one = async () => {
      while (more(number)) await work(number++);
    };
    await Promise.all(Array.from({ length: connections }, one));
  };

  return {
    ask,
    all,
    /** The milliseconds that each answer took, for so many milliseconds; each has to be of that status and length. */
    async during(lasting, { body, token, status, length }) {
      const took = [];
      const end = performance.now() + lasting;
      await all(
        () => performance.now() < end,
        async () => {
          const start = performance.now();
          const answer = await ask(body, token);
          took.push(performance.now() - start);
          if (answer.status !== status || answer.text.length !== length) {
            throw new Error(`expected ${status} and ${length} characters, found ${answer.status}: ${answer.text}`);
          }
        },
      );
      return took;
    },
    close: () => agent.destroy(),
  };
}
