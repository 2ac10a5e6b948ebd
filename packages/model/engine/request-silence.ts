import { APIConnectionTimeoutError } from 'openai/core/error';
import type { RequestReach } from './openai-client.ts';

/** Why a request failed without a status. */
export type Silence =
  /** The host does not exist. */
  | 'unknown-host'
  /** Connections are refused, or the host is unreachable. */
  | 'no-connection'
  /** The TLS handshake failed. */
  | 'no-trust'
  /** The server accepted the request and closed the connection. */
  | 'broken-off'
  /** The server accepted the request and was silent for too long. */
  | 'too-slow'
  /** The answer is unreadable. */
  | 'unreadable';

/** What is known, as one clause that continues "the model endpoint …". */
export interface DescribedSilence {
  readonly silence: Silence;
  readonly outcome: string;
}

const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const NO_TRUST = /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$)/;

/** @param reach how far the request got */
export function describeSilence(error: unknown, reach: RequestReach, timeoutMs: number): DescribedSilence {
  const seconds = timeoutMs / 1_000;
  const limit = `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
  if (error instanceof APIConnectionTimeoutError) return describeTimeout(reach, limit);
  const code = findSystemCode(error);
  const named = code === undefined ? '' : ` (${code})`;
  if (code !== undefined && UNKNOWN_HOST.has(code))
    return { silence: 'unknown-host', outcome: `is at an unknown host${named}` };
  if (code !== undefined && NO_TRUST.test(code))
    return { silence: 'no-trust', outcome: `has no trusted secure connection${named}` };
  if (code === 'ECONNREFUSED') return { silence: 'no-connection', outcome: `refused the connection${named}` };
  return reach === 'unconnected'
    ? { silence: 'no-connection', outcome: `could not be connected to${named}` }
    : { silence: 'broken-off', outcome: `accepted the request and closed the connection${named}` };
}

function describeTimeout(reach: RequestReach, limit: string): DescribedSilence {
  switch (reach) {
    case 'unconnected':
      return { silence: 'no-connection', outcome: `did not accept a connection within ${limit}` };
    case 'accepted':
      return { silence: 'too-slow', outcome: `accepted the request and did not answer within ${limit}` };
    case 'answering':
      return { silence: 'too-slow', outcome: `began to answer and then sent nothing for ${limit}` };
  }
}

/** The code of the socket's error (`ECONNREFUSED`), which fetch and the package wrap several times. */
function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return findSystemCode(error.cause);
}

/** The settings of an endpoint. */
interface EndpointVariables {
  readonly address: string;
  /** What to do about an endpoint that is too slow: one sentence. */
  readonly whenTooSlow: string;
}

/** What the user can do: one sentence. */
export function remedyOfSilence(silence: Silence, { address, whenTooSlow }: EndpointVariables): string {
  switch (silence) {
    case 'unknown-host':
      return `Check the host in ${address} and the network.`;
    case 'no-connection':
    case 'unreadable':
      return `Check ${address} and whether its server is running.`;
    case 'no-trust':
      return `Check whether ${address} needs http or https, or name the certificate authority in NODE_EXTRA_CA_CERTS.`;
    case 'broken-off':
      return 'The server closed the connection; see its log.';
    case 'too-slow':
      return whenTooSlow;
  }
}

/** How long a request may be silent, in milliseconds. */
export interface SilenceLimits {
  /** From sending to the first token: the server may have to read a long prompt, or to finish other requests. */
  readonly firstMs: number;
  /** From one token to the next. */
  readonly nextMs: number;
}

/** A request whose signs of life are watched. */
export interface WatchedLife {
  /** Aborts when the request was silent for too long, when the caller gives up, and by `stop`. */
  readonly signal: AbortSignal;
  /** The limit that ran out, in milliseconds; undefined while none did. */
  readonly ranOutMs: () => number | undefined;
  /** A token arrived. */
  readonly sign: () => void;
  /** Ends watching, and the request if it still runs. */
  readonly stop: () => void;
}

/**
 * Ends requests to one server that give no sign of life.
 *
 * A small server answers one request after the other. So any sign restarts the time of all requests still waiting for
 * their first token: they are queued, and the server is alive. The requests ahead of them are bounded by their own
 * limits.
 */
export function createSignsOfLife() {
  const inLine = new Set<() => void>();
  return {
    watch(limits: SilenceLimits, signal: AbortSignal): WatchedLife {
      const controller = new AbortController();
      let hasBegun = false;
      let ranOutMs: number | undefined;
      let timer: NodeJS.Timeout | undefined;
      const restart = (): void => {
        clearTimeout(timer);
        const limitMs = hasBegun ? limits.nextMs : limits.firstMs;
        timer = setTimeout(() => {
          ranOutMs = limitMs;
          stop();
        }, limitMs);
      };
      const stop = (): void => {
        clearTimeout(timer);
        inLine.delete(restart);
        controller.abort();
      };
      const sign = (): void => {
        if (controller.signal.aborted) return;
        hasBegun = true;
        inLine.delete(restart);
        restart();
        for (const restartOther of inLine) restartOther();
      };
      inLine.add(restart);
      restart();
      return { signal: AbortSignal.any([signal, controller.signal]), ranOutMs: () => ranOutMs, sign, stop };
    },
  };
}
