import type { EmbeddedPhase, EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import { writeState } from '../home/home-folder.ts';
import type { ControlChannel } from './control-channel.ts';

type ProcessFacts = Pick<EmbeddedState, 'address' | 'uiAddress' | 'serverPid' | 'workerPid' | 'worker'>;

/** State of the supervisor; every change is written to the state file and sent to attached commands. */
export interface SupervisorStatus {
  current(): EmbeddedState;
  enter(phase: EmbeddedPhase, detail: string): void;
  /** Updates what is known about the two processes; until the supervisor stops, the phase follows from it. */
  observe(facts: Partial<ProcessFacts>): void;
  keep(): void;
  /** Updates the list of attached commands, and until when the supervisor lingers without one. */
  refresh(staysUntil: string | null): void;
}

export interface StatusOptions {
  readonly home: string;
  readonly channel: ControlChannel;
  readonly withWorker: boolean;
  readonly keep: boolean;
  /** Called when the phase or its detail has changed. */
  readonly onPhase: (state: EmbeddedState) => void;
}

/** @throws {Error} when the first state cannot be written; later failures only leave the file outdated */
export function createSupervisorStatus(options: StatusOptions): SupervisorStatus {
  const { home, channel } = options;
  let state = initialState(options);
  channel.publish(state);
  writeState(home, state);

  const change = (part: Partial<EmbeddedState>) => {
    const isNews = part.detail !== undefined && part.detail !== state.detail;
    const since = part.phase === undefined || part.phase === state.phase ? state.since : new Date().toISOString();
    state = { ...state, ...part, since, attachedPids: channel.attachedPids() };
    if (isNews) options.onPhase(state);
    channel.publish(state);
    try {
      writeState(home, state);
    } catch (error) {
      // A full disk must not end a running server; the channel still has the current state.
      process.stderr.write(`cannot write the state file: ${String(error)}\n`);
    }
  };
  return {
    current: () => state,
    // It enters a phase by itself before commands come, and when it ends; it does not linger in either.
    enter: (phase, detail) => change({ phase, detail, staysUntil: null }),
    observe: (facts) => change({ ...facts, ...derivePhase({ ...state, ...facts }) }),
    keep: () => change({ keep: true, staysUntil: null }),
    refresh: (staysUntil) => change({ staysUntil }),
  };
}

function initialState({ channel, withWorker, keep }: StatusOptions): EmbeddedState {
  const now = new Date().toISOString();
  return {
    phase: 'finding-cli',
    detail: 'looking for the Temporal CLI',
    pid: process.pid,
    startedAt: now,
    since: now,
    controlPort: channel.port,
    controlToken: channel.token,
    address: null,
    uiAddress: null,
    serverPid: null,
    workerPid: null,
    withWorker,
    worker: null,
    attachedPids: [],
    keep,
    staysUntil: null,
  };
}

function derivePhase(state: EmbeddedState): Pick<EmbeddedState, 'phase' | 'detail'> {
  if (state.phase === 'stopping') return { phase: 'stopping', detail: state.detail };
  if (state.serverPid === null) return { phase: 'starting-server', detail: 'starting the Temporal server' };
  if (state.withWorker && state.worker === null) return { phase: 'starting-worker', detail: 'starting the worker' };
  return { phase: 'ready', detail: `Temporal server on ${state.address}` };
}
