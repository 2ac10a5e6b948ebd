import { h, type JSX } from 'preact';
import type { RunProgress } from '../api/run-types.ts';
import { pathOfRun } from '../models/route.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** The way to the run that a run was forked from; nothing where it began with its question. */
export function ForkedFrom({ progress }: { readonly progress: RunProgress | null }): JSX.Element | null {
  const { live } = useWords();
  const origin = progress?.forkedFrom;
  if (origin === undefined) return null;
  const link = h('a', { href: pathOfRun(origin.researchId), onClick: follow }, origin.researchId);
  return h('p', { class: 'quiet' }, `${live.forkedFrom} `, link);
}
