/** A mistake in the arguments. */
export class UsageError extends Error {}
