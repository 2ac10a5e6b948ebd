import { z } from 'zod';

/** Files of the embedded Temporal server, relative to the project's home. */
export const EMBEDDED_STATE_FILE = 'temporal/state.json';
export const SUPERVISOR_LOG_FILE = 'temporal/supervisor.log';

/** Contains the store's id, relative to the project's home; the default task queue is named after it. */
export const STORE_ID_FILE = 'store-id';

export function defaultTaskQueue(storeId: string): string {
  return `plumbline-${storeId}`;
}

/** The store that a default task queue is named after; null: the queue has another name. */
export function storeIdOfQueue(taskQueue: string): string | null {
  return /^plumbline-([0-9a-f]{8})$/.exec(taskQueue)?.[1] ?? null;
}

const MAX_TEMPORAL_PORT = 65_535 - 1_000;
const PORT_ADVICE = `use a port from 1 to ${MAX_TEMPORAL_PORT}, or 0 for any free one`;

/** Port of the embedded server, 0 for any free one; the Web UI takes the one 1,000 above. */
export const temporalPortSchema = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ADVICE)
  .transform(Number)
  .pipe(z.int().max(MAX_TEMPORAL_PORT, PORT_ADVICE));

export const embeddedPhaseSchema = z.enum([
  'finding-cli',
  'building-cli',
  'starting-server',
  'starting-worker',
  'ready',
  'stopping',
  'stopped',
  'failed',
]);
export type EmbeddedPhase = z.infer<typeof embeddedPhaseSchema>;

/** What a worker tells its supervisor about itself. */
export const supervisedWorkerSchema = z.object({
  taskQueue: z.string(),
  /** Null: the offline engine. */
  model: z.string().nullable(),
  /** Hashes of the variables that are set for it, by name, and the salt they were made with; null where it does not tell. */
  settings: z
    .object({ salt: z.string(), digests: z.record(z.string(), z.string()) })
    .nullable()
    .default(null),
  /** Hash of the code that it runs and of what Node reads, made with the same salt; null where it does not tell. */
  runtime: z.string().nullable().default(null),
});
export type SupervisedWorkerFacts = z.infer<typeof supervisedWorkerSchema>;

/** State of one home's supervisor: written to its state file and, at every change, sent to each attached command. */
export const embeddedStateSchema = z
  .object({
    phase: embeddedPhaseSchema,
    /** One line for people: what it does, or what failed and what to do. */
    detail: z.string(),
    /** The supervisor. */
    pid: z.int(),
    startedAt: z.string(),
    /** Start of the phase. */
    since: z.string(),
    /** Loopback port of the control channel and the word that opens it. */
    controlPort: z.int(),
    controlToken: z.string(),
    address: z.string().nullable(),
    uiAddress: z.string().nullable(),
    serverPid: z.int().nullable(),
    workerPid: z.int().nullable(),
    /** False when the worker is started by hand. */
    withWorker: z.boolean(),
    /** Null until it is ready. */
    worker: supervisedWorkerSchema.nullable(),
    /** Commands that hold the supervisor. */
    attachedPids: z.array(z.int()).readonly(),
    /** True after `up` or `--detach`: it stays without an attached command. */
    keep: z.boolean(),
    /** No command is attached, and it ends at this time unless one comes. Null: it is in use. */
    staysUntil: z.string().nullable().default(null),
  })
  .readonly();
export type EmbeddedState = z.infer<typeof embeddedStateSchema>;

/**
 * The first line on the control channel. The supervisor answers with its state, one JSON line at every change. A command
 * is attached for as long as its connection is open, so the kernel ends the attachment of a killed command.
 */
export const controlRequestSchema = z.strictObject({
  token: z.string(),
  pid: z.int(),
  /**
   * `look`: one state, then the end; `keep`: attach, and stay afterwards; `stop`: end the supervisor; `stop-lingering`: end
   * it if it lingers; `renew-worker`: one state, and another worker, which reads the settings file again.
   */
  purpose: z.enum(['look', 'attach', 'keep', 'stop', 'stop-lingering', 'renew-worker']),
});
export type ControlRequest = z.infer<typeof controlRequestSchema>;

export const MAX_LINGER_MINUTES = 1_440;

/**
 * The last line of an attached command that ends normally: how long the supervisor lingers if no other command is
 * attached. A killed command says nothing.
 */
export const farewellSchema = z.strictObject({
  lingerSeconds: z
    .int()
    .min(0)
    .max(MAX_LINGER_MINUTES * 60),
});
export type Farewell = z.infer<typeof farewellSchema>;

/** Tells a program that its channel leads to a command, which says nothing, and not to a supervisor. */
export const ALONE = '--alone';
