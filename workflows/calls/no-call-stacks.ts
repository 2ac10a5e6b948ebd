// Run once for each worker, before any workflow. For every promise of a workflow the SDK notes where it was made, to be shown as the
// "Call Stack" of the Web UI: formatting these places takes two fifths of a workflow's time. Its hook reaches a workflow's Error and
// state through the constructor of the promise's constructor, which here gives it an Error without a place.

class ErrorWithoutPlace {}

/** What the hook wants to have evaluated, by its source (@temporalio/worker, lib/workflow/vm-shared.js). */
const KNOWN = new Map<string, () => unknown>([
  ['return globalThis.Error', () => ErrorWithoutPlace],
  ['return globalThis.__TEMPORAL_ACTIVATOR__', () => Reflect.get(globalThis, '__TEMPORAL_ACTIVATOR__')],
]);

Object.defineProperty(Promise, 'constructor', {
  value: (source: string): unknown => KNOWN.get(source) ?? Reflect.construct(Function, [source]),
});

export {};
