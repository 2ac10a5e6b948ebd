/** The client as a library: `import { connect } from 'plumbline/client'`. */

export type { ListedRun } from '@plumbline/contracts/report/run-view';
export type { PendingClarification } from '@plumbline/contracts/research/clarification';
export { isFinal, type ResearchProgress, type ResearchResult, type Stage } from '@plumbline/contracts/report/progress';
export type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
export { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
export type { Steer } from '@plumbline/contracts/research/steering';
export * as messages from '../workflows/deep-research/messages.ts';
export { connect, type ConnectOptions, type TemporalAccess } from './connection/temporal-access.ts';
export { EnvironmentError, RunFailedError, UnknownRunError, UsageError } from './errors/failures.ts';
export type { ForkChanges } from './runs/fork-request.ts';
export type { ResearchClient } from './runs/research-client.ts';
export type { StartedRun } from './runs/research-start.ts';
export type { Delivery } from './runs/run-messages.ts';
export type { RunObservation, RunStatus } from './runs/run-observation.ts';
