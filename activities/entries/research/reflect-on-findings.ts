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
    // Each finding once, at the first task that it serves.
    const byTask = Map.groupBy(findings, (finding) => servedTasks(finding).find((taskId) => known.includes(taskId)));
    const described = input.tasks.map((task) => ({ ...task, lines: (byTask.get(task.taskId) ?? []).map(toLine) }));
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

/** `§ 74: what it says`. */
function toLine({ title, headingPath, extractedInfo, quotes }: Finding): string {
  const said = extractedInfo === '' ? (quotes[0]?.text ?? '') : extractedInfo;
  return `${headingPath.at(-1) ?? title}: ${said}`.replaceAll(/\s+/gu, ' ');
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
