import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { FORK_POINTS, type ForkPoint } from '@plumbline/contracts/research/fork';
import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { UnknownRunError } from '../../../client/errors/failures.ts';
import { createForkRequest, FIELD_WORDING } from '../../../client/runs/fork-request.ts';
import type { RunLocation } from '../../../client/runs/other-store.ts';
import type { ResearchClient } from '../../../client/runs/research-client.ts';
import type { Delivery } from '../../../client/runs/run-messages.ts';
import type { RunObservation } from '../../../client/runs/run-observation.ts';
import { visibleRuns } from '../../../client/runs/run-owner.ts';
import { observation, researchProgress } from './run-views.ts';

/** Runs that accept every message. */
export class ScriptedRuns {
  readonly started: ResearchRequest[] = [];
  readonly recorded: string[] = [];
  readonly sent: unknown[] = [];
  readonly known = new Set(['research-limits-3f9a21']);
  /** Users by the runs that are theirs. */
  readonly owners = new Map<string, string>();
  delivery: Delivery = { accepted: true, refusals: [], progress: null };
  /** What every run tells of itself. */
  progress: Partial<ResearchProgress> = {};
  /** From where every run can be forked. */
  points: readonly ForkPoint[] = FORK_POINTS;
  /** What a run was asked. */
  requestOf = (_researchId: string): ResearchRequest =>
    researchRequestSchema.parse({ question: 'Which limits apply?', corpusDirectories: ['/srv/limits'] });
  /** What the server knows of every run. */
  observed: Partial<RunObservation> = {};
  /** Where every run is. */
  located: Partial<RunLocation> = {};
  /** What every run has found. */
  partial: Partial<PartialReport> = {};
  /** Called with every look at a run, before it answers. */
  onLook: () => void | Promise<void> = () => undefined;

  readonly client: ResearchClient = {
    start: async (request, id = 'research-new-000001') => {
      this.started.push(request);
      return { researchId: id, requestHash: 'hash', attached: false };
    },
    forkRequest: async (researchId, changes, wording = FIELD_WORDING) => {
      const forkable = { request: this.requestOf(this.#checked(researchId)), points: this.points };
      return createForkRequest(researchId, forkable, changes, wording);
    },
    forkable: async (researchId) => ({
      request: this.requestOf(this.#checked(researchId)),
      points: this.points,
      stages: {},
    }),
    resume: async () => null,
    observe: async (researchId) => {
      await this.onLook();
      const progress = researchProgress(this.progress);
      return observation({ researchId: this.#checked(researchId), progress, ...this.observed });
    },
    locate: async (researchId) => {
      this.#checked(researchId);
      return { status: 'running', otherStore: null, ...this.located };
    },
    answer: async (researchId, answer) => this.#deliver(researchId, 'answer', answer),
    skip: async (researchId) => this.#deliver(researchId, 'skip'),
    approvePlan: async (researchId, plan) => this.#deliver(researchId, 'approve', plan),
    extend: async (researchId, limits) => this.#deliver(researchId, 'extend', limits),
    retry: async (researchId) => this.#deliver(researchId, 'retry'),
    steer: async (researchId, changes) => this.#deliver(researchId, 'steer', changes),
    finish: async (researchId) => this.#deliver(researchId, 'finish'),
    cancel: async (researchId) => void (await this.#deliver(researchId, 'cancel')),
    result: async () => {
      throw new Error('no route waits for a run');
    },
    drift: async () => null,
    partialReport: async (researchId) => ({ ...emptyPartial(this.#checked(researchId)), ...this.partial }),
    list: async ({ viewer = null }) =>
      visibleRuns(
        [...this.known].map((researchId) => ({
          researchId,
          question: 'Which limits apply?',
          stage: 'researching' as const,
          awaitingInput: false,
          startedAt: '2026-01-02T03:04:05.000Z',
          endedAt: null,
          userId: this.owners.get(researchId) ?? null,
        })),
        viewer,
      ).slice(),
    ownerOf: async (researchId) => this.owners.get(this.#checked(researchId)) ?? null,
  };

  async #deliver(researchId: string, ...message: unknown[]): Promise<Delivery> {
    this.sent.push([this.#checked(researchId), ...message]);
    return this.delivery;
  }

  #checked(researchId: string): string {
    if (this.known.has(researchId)) return researchId;
    throw new UnknownRunError(researchId);
  }
}

function emptyPartial(researchId: string) {
  return {
    researchId,
    question: 'Which limits apply?',
    stage: 'researching' as const,
    asOf: '2026-01-02T03:04:05.000Z',
    language: 'en',
    taskCoverage: 0,
    tasks: [],
    findings: [],
    findingCount: 0,
    gaps: [],
  };
}
