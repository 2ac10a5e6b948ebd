/** The client as a library: `import { connect } from 'plumbline/client'`. */

export type { ListedRun } from '../workflows/contracts/report/run-view.ts';
export type { PendingClarification } from '../workflows/contracts/research/clarification.ts';
export {
  isFinal,
  type ResearchProgress,
  type ResearchResult,
  type Stage,
} from '../workflows/contracts/report/progress.ts';
export type { ResearchPlan } from '../workflows/contracts/evidence/research-plan.ts';
export { type ResearchRequest, researchRequestSchema } from '../workflows/contracts/research/research-request.ts';
export type { Steer } from '../workflows/contracts/research/steering.ts';
export * as messages from '../workflows/deep-research/messages.ts';
export { type ConnectOptions, connect } from './connection/connect.ts';
export type { TemporalAccess } from './connection/temporal-access.ts';
export { EnvironmentError, RunFailedError, UnknownRunError, UsageError } from './errors/failures.ts';
export type { ForkChanges } from './runs/fork-request.ts';
export type { ResearchClient } from './runs/research-client.ts';
export type { StartedRun } from './runs/research-start.ts';
export type { Delivery } from './runs/run-messages.ts';
export type { RunObservation, RunStatus } from './runs/run-observation.ts';
