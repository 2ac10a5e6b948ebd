import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type {
  FindingLine,
  Reflection,
  ReflectOnFindingsInput,
} from '../../../workflows/contracts/research/reflection.ts';
import { withoutKeys } from '../../corpus/quotes/citation-keys.ts';
import { reflectOnFindingsStep } from '../../steps/reflect-on-findings.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Of what a finding says, in characters: a model sees many of them. */
const INFORMATION_LENGTH = 240;

/** Says what the findings of a run leave open, and what to look for next. A task that was asked already is left out. */
export function createReflectOnFindings({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: ReflectOnFindingsInput, signal: AbortSignal): Promise<Reasoned<Reflection>> => {
    const { engine, metering, maxTasks } = input;
    const stepInput = { ...input, findings: input.findings.map(toLine) };
    const { value, cost } = await reasoner.run(reflectOnFindingsStep, stepInput, { engine, metering, signal });
    const asked = new Set([...input.tasks.map(({ text }) => text), ...input.lookedFor].map(normalised));
    const tasks = value.tasks
      .map(({ text, rationale }) => ({ text: withoutKeys(text), rationale: withoutKeys(rationale) }))
      .filter(({ text }) => text !== '' && !asked.has(normalised(text)))
      .slice(0, maxTasks);
    const said = (points: readonly string[]): string[] => points.map(withoutKeys).filter((point) => point !== '');
    const { gaps, contradictions, leads } = value;
    return { value: { gaps: said(gaps), contradictions: said(contradictions), leads: said(leads), tasks }, cost };
  };
}

function toLine({ findingId, title, headingPath, extractedInfo, contextTier }: Finding): FindingLine {
  const information = extractedInfo.slice(0, INFORMATION_LENGTH);
  return { findingId, title, headingPath, information, contextTier };
}

function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
