import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type { OpenGap, Reflection, ReflectOnFindingsInput } from '../../../workflows/contracts/research/reflection.ts';
import { servedTasks } from '../../../workflows/domain/finding-selection.ts';
import { withoutKeys } from '../../corpus/quotes/citation-keys.ts';
import { reflectOnFindingsStep } from '../../steps/reflect-on-findings.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const TASK_OF_GAP = /^\W*(?<taskId>[a-z0-9-]{1,32})\s*:\s+(?<text>\S.*)$/su;

/** Says what the findings of a run leave open, and what to look for next. A task that was asked already is left out. */
export function createReflectOnFindings({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: ReflectOnFindingsInput, signal: AbortSignal): Promise<Reasoned<Reflection>> => {
    const { engine, metering, maxTasks, findings } = input;
    const known = input.tasks.map(({ taskId }) => taskId);
    const described = input.tasks.map((task) => ({ ...task, lines: linesOf(task.taskId, findings, known) }));
    const { value, cost } = await reasoner.run(
      reflectOnFindingsStep,
      { ...input, tasks: described },
      { engine, metering, signal },
    );
    const asked = new Set([...input.tasks.map(({ text }) => text), ...input.lookedFor].map(normalised));
    const tasks = value.tasks
      .map(({ text, rationale }) => ({ text: withoutKeys(text), rationale: withoutKeys(rationale) }))
      .filter(({ text }) => text !== '' && !asked.has(normalised(text)))
      .slice(0, maxTasks);
    const gaps = value.gaps.map((gap) => toGap(withoutKeys(gap), known)).filter(({ text }) => text !== '');
    return { value: { gaps, tasks }, cost };
  };
}

/** What serves a task: told in full at the first task that it serves, and named at the others. */
function linesOf(taskId: string, findings: readonly Finding[], known: readonly string[]): string[] {
  return findings
    .filter((finding) => servedTasks(finding).includes(taskId))
    .map((finding) => {
      const first = servedTasks(finding).find((id) => known.includes(id));
      return `${placeOf(finding)}: ${first === taskId ? saidBy(finding) : `as told for ${first}`}`;
    });
}

function placeOf({ title, headingPath }: Finding): string {
  const heading = headingPath.at(-1) ?? title;
  return heading === title ? title : `${title}, ${heading}`;
}

function saidBy({ extractedInfo, quotes }: Finding): string {
  return (extractedInfo === '' ? (quotes[0]?.text ?? '') : extractedInfo).replaceAll(/\s+/gu, ' ');
}

function toGap(said: string, known: readonly string[]): OpenGap {
  const { taskId = '', text = '' } = TASK_OF_GAP.exec(said)?.groups ?? {};
  return known.includes(taskId) ? { taskId, text } : { taskId: null, text: said };
}

function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
