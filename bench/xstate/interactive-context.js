// What the commands do to the context of an interactive session, and what the guards look at.

export const callOf = ({ batch }, { batchId, callId }) =>
  batch?.batchId === batchId ? batch.calls.find((call) => call.callId === callId) : undefined;
export const waits = ({ policy, decision }) => policy === "always_ask" && decision === null;
export const hasOpen = ({ batch }) => batch?.calls.some(waits) ?? false;

const of = (inputs, type) => inputs.filter((input) => input.type === type);
export const messages = (inputs) => of(inputs, "message");
export const interrupts = (inputs) => of(inputs, "interrupt").length > 0;
export const approvals = (inputs) => of(inputs, "tool_approval_response");

const messageOf = ({ decision, denyMessage }) => (decision === "deny" ? (denyMessage ?? null) : null);
const isSame = (one, other) => one.decision === other.decision && messageOf(one) === messageOf(other);

/** Approvals alone that all name the batch, at least one of which answers a call that waits, and each call in one way. */
export function decides(context, { inputs }) {
  const answers = approvals(inputs);
  const hits = answers.filter((answer) => {
    const call = callOf(context, answer);
    return call !== undefined && waits(call);
  });
  return (
    answers.length === inputs.length &&
    hits.length > 0 &&
    answers.every(({ batchId }) => batchId === context.batch.batchId) &&
    hits.every((hit) =>
      isSame(
        hit,
        hits.find(({ callId }) => callId === hit.callId),
      ),
    )
  );
}

/** The calls that may run, and those that may not, of which the model has been told. */
export function isHandedOut(context, event) {
  const call = callOf(context, event);
  if (call === undefined || call.ran !== null) return false;
  return call.policy === "always_allow" || (call.decision !== null && !hasOpen(context));
}

const changed = (context, { callId }, change) => ({
  ...context,
  batch: {
    ...context.batch,
    calls: context.batch.calls.map((call) => (call.callId === callId ? { ...call, ...change } : call)),
  },
});

export function decided(context, { inputs }) {
  return inputs.reduce((context, answer) => {
    const call = callOf(context, answer);
    if (call === undefined || !waits(call)) return context;
    return changed(context, call, { decision: answer.decision, denyMessage: messageOf(answer) });
  }, context);
}

export function finished(context, event) {
  const { batchId, callId, isError } = event;
  const { decision } = callOf(context, event);
  const ran = [...context.deniedCallsRan, ...(decision === "deny" && !isError ? [{ batchId, callId }] : [])];
  return { ...changed(context, event, { ran: isError ? "error" : "ok" }), deniedCallsRan: ran };
}

export const isNewBatch = ({ batch, pastBatchIds }, { batchId }) =>
  batch?.batchId !== batchId && !pastBatchIds.includes(batchId);

export function recorded(context, { turn, batchId, calls }) {
  const { batch, pastBatchIds, toolPolicies } = context;
  const policy = (name) => (Object.hasOwn(toolPolicies.tools, name) ? toolPolicies.tools[name] : toolPolicies.default);
  const entry = ({ callId, name, arguments: given, toolType, ref }) => ({
    callId,
    name,
    arguments: given ?? null,
    toolType,
    policy: policy(name),
    decision: null,
    denyMessage: null,
    ran: null,
    ref: ref ?? null,
  });
  return {
    ...context,
    turnInputs: [],
    batch: { batchId, turn, calls: calls.map(entry) },
    pastBatchIds: batch ? [...pastBatchIds, batch.batchId] : pastBatchIds,
  };
}

/** The turn is over, and what belongs to it is gone. */
export const left = (context, reason) => ({
  ...context,
  stopReason: reason,
  turnInputs: [],
  batch: null,
  pastBatchIds: [],
});

export const started = (context, { inputs }) => ({
  ...left(context, null),
  turn: context.turn + 1,
  turnInputs: messages(inputs).map(({ content }) => content),
  deniedCallsRan: [],
});
