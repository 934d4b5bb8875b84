/** What is thrown for nonsense. A refusal is an answer and is returned. */
export class CountersignError extends Error {
  name = "CountersignError";

  /** `options`: the `argument` of the call that it is about, and the `cause`. */
  constructor(code, path, message, options) {
    super(message, options);
    this.code = code;
    this.argument = options?.argument ?? "";
    this.path = path;
  }
}
