import { createEnvironment } from '@plumbline/contracts/settings/environment-reader';
import { EnvironmentError, UsageError } from '../../client/errors/failures.ts';
import {
  type EmbeddingConfig,
  type ModelConfig,
  readEmbedding,
  readModel,
  readRerank,
  type RerankConfig,
} from '../../workers/config/services.ts';
import { checkModel } from '../../workers/lifecycle/doctor.ts';
import { checkEmbedding, checkRerank } from '../../workers/lifecycle/source-checks.ts';

/** What the command line says about servers, by the variable that a user would set. */
export type EndpointVariables = Readonly<
  Partial<
    Record<
      | 'OPENAI_BASE_URL'
      | 'PLUMBLINE_MODEL'
      | 'model.small'
      | 'model.timeout-seconds'
      | 'PLUMBLINE_EMBEDDING_BASE_URL'
      | 'PLUMBLINE_EMBEDDING_MODEL'
      | 'embedding.folder'
      | 'rerank.endpoint'
      | 'PLUMBLINE_OCR',
      string
    >
  >
>;

/** The servers that an evaluation uses; null: none. */
export interface Endpoints {
  readonly variables: EndpointVariables;
  readonly model: ModelConfig | null;
  readonly embedding: EmbeddingConfig | null;
  readonly rerank: RerankConfig | null;
}

/** @throws {UsageError} that names every value that makes no sense */
export function readEndpoints(variables: EndpointVariables): Endpoints {
  const environment = createEnvironment(variables);
  const endpoints = {
    variables,
    model: readModel(environment),
    embedding: readEmbedding(environment),
    rerank: readRerank(environment),
  };
  if (environment.problems.length > 0) throw new UsageError(environment.problems.join('\n'));
  return endpoints;
}

/**
 * Sends each server one small request: one that is down would otherwise cost every run its fallback, and the figures
 * would be those of another engine.
 *
 * @returns what answers, one line each
 * @throws {EnvironmentError} that names every server that does not answer
 */
export async function checkEndpoints({ model, embedding, rerank }: Endpoints): Promise<string[]> {
  const checks = [
    ...(model === null ? [] : [checkModel(model)]),
    ...(embedding === null ? [] : [checkEmbedding(embedding)]),
    ...(rerank === null ? [] : [checkRerank(rerank)]),
  ];
  const checked = await Promise.allSettled(checks);
  const failures = checked.flatMap((check) => (check.status === 'rejected' ? [messageOf(check.reason)] : []));
  if (failures.length > 0) {
    throw new EnvironmentError(
      failures.join('\n'),
      'Start the server, or leave its options out to measure without it.',
    );
  }
  return checked.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : []));
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
