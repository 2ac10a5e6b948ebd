import { ALONE, type SupervisedWorkerFacts } from '@plumbline/contracts/common/embedded-state';

/** What a worker process tells its supervisor over the IPC channel. */
export type WorkerMessage =
  | ({ readonly type: 'ready' } & SupervisedWorkerFacts)
  /** It will never start with this configuration. */
  | { readonly type: 'refused'; readonly message: string }
  /** This start failed; another one may succeed. */
  | { readonly type: 'failed'; readonly message: string };

/** What a supervisor tells its worker, once: the server is ready at this address. */
export interface ServerMessage {
  readonly address: string;
}

/** Whether this process is the worker of a supervisor. */
export const isSupervised = process.send !== undefined && !process.argv.includes(ALONE);

/** Resolves once the message is sent, or there is no supervisor to receive it. */
export function tellSupervisor(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    // The supervisor has ended.
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}

/** The address of the server, when it is ready. Node keeps a message that arrives before somebody listens. */
export function addressFromSupervisor(): Promise<string> {
  return new Promise((resolve) => process.once('message', (message) => resolve((message as ServerMessage).address)));
}
