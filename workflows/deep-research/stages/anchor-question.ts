import type { QueryAnchor } from '../../contracts/evidence/query-anchor.ts';
import type { Clarification } from '../../contracts/report/settled-stages.ts';
import { freezeAnchor } from '../../domain/query-anchor.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Freezes what the person meant; from here on no step can drift from it. */
export function anchorQuestion(
  { request, progress }: Pick<ResearchRun, 'request' | 'progress'>,
  { assessment, conversation }: Clarification,
): QueryAnchor {
  const createdAt = new Date(Date.now()).toISOString();
  const anchor = freezeAnchor(request.question, assessment, conversation, createdAt);
  progress.establish({ language: anchor.language });
  progress.enter('anchored');
  return anchor;
}
