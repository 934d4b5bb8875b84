/** What is thrown for nonsense. A refusal is an answer and is returned. */
export class CountersignError extends Error {
  name = "CountersignError";

  constructor(code, path, message, options) {
    super(message, options);
    this.code = code;
    this.path = path;
  }
}
