import { z } from 'zod';
import type { ReasoningStep } from '../../activities/reasoning/engine/step.ts';
import { UNLIMITED } from '../../workflows/contracts/metering.ts';
import { createReasoner } from '../assembly/dependencies.ts';
import type { ModelConfig } from '../config/worker-config.ts';

const TIMEOUT_MS = 30_000;

/** Requests one short answer in the form that every step needs. */
export async function checkModel(model: ModelConfig | null): Promise<string> {
  if (model === null) return 'none configured: the offline engine answers';
  const call = { engine: 'configured', metering: UNLIMITED, signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const { cost } = await createReasoner(model).run(probeStep, {}, call);
  if (cost.engine === 'offline') throw new Error(cost.degradations.map(({ cause }) => cause).join('; '));
  return `${model.model} answers`;
}

/** The smallest request that shows whether the model answers in the required form. */
const probeStep: ReasoningStep<object, { ready: boolean }> = {
  name: 'probe-model',
  role: 'main',
  version: 1,
  output: z.object({ ready: z.boolean() }),
  prompt: () => ({ system: 'You are being tested for readiness.', user: 'Answer that you are ready.' }),
  offline: () => ({ ready: false }),
};
