import { RESEARCH_LIMITS } from '../../domain/research-limits.ts';
import type { ResearchRun } from '../run/research-run.ts';

type BudgetParts = Pick<ResearchRun, 'accounts' | 'budget'>;

/** Waits at a limit that is reached. @returns false when research has to stop there */
export function waitToResearch({ accounts, budget }: BudgetParts): Promise<boolean> {
  return budget.waitForBudget(RESEARCH_LIMITS, () => accounts.mayResearch());
}

/** Takes one search from the run's limits, waiting at them. @returns false when none is left */
export function waitForSearch({ accounts, budget }: BudgetParts): Promise<boolean> {
  return budget.waitForBudget(['searches'], () => accounts.take('searches'));
}

/** Takes one passage from the run's limits, waiting at them. @returns false when none is left */
export function waitForPassage({ accounts, budget }: BudgetParts): Promise<boolean> {
  return budget.waitForBudget([...RESEARCH_LIMITS, 'pages'], () => takePassage({ accounts }));
}

/** The same without waiting. */
export function takePassage({ accounts }: Pick<ResearchRun, 'accounts'>): boolean {
  if (!accounts.mayResearch() || !accounts.take('pages')) return false;
  accounts.telemetry.counts.read += 1;
  return true;
}
