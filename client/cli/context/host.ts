import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import type { ExitCode } from './exit.ts';

/** The standard streams of a command. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Where a command runs: in a process of its own, or in one with others. */
export interface Host {
  readonly streams: Streams;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted on Ctrl-C and when the output is closed. */
  readonly interruption: AbortController;
  /** Of the command that has ended. */
  exitCode: ExitCode;
}

/** Actions of Commander are told of their options alone. */
export const hosts = new AsyncLocalStorage<Host>();

/** @throws {Error} outside of a command line that runs */
export function currentHost(): Host {
  const host = hosts.getStore();
  if (host === undefined) throw new Error('No command line is running.');
  return host;
}
