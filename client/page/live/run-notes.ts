import { h, type JSX } from 'preact';
import type { RunProgress } from '../api/run-types.ts';
import { timeIn } from '../models/times.ts';
import { useWords } from '../parts/words-context.ts';

/** Gaps, fallbacks, changes and refused messages, each folded. */
export function RunNotes({ progress }: { readonly progress: RunProgress }): JSX.Element {
  const { live, language } = useWords();
  const { gaps, degradations, steering, rejections, rejectionCount } = progress;
  const at = (time: string, text: string) => `${timeIn(language, time)}: ${text}`;
  return h(
    'div',
    { class: 'notes' },
    h(Folded, { summary: live.gaps(gaps.length), entries: gaps.map(({ description }) => description) }),
    h(Folded, {
      summary: live.degradations(degradations.length),
      entries: degradations.map(({ step, cause, count }) => `${step}: ${cause} (${live.times(count)})`),
    }),
    h(Folded, {
      summary: live.changes(steering.length),
      entries: steering.map((step) => at(step.at, step.effect)),
    }),
    h(Folded, {
      summary: live.rejections(rejectionCount),
      entries: rejections.map((rejection) => at(rejection.at, `${rejection.message}: ${rejection.reason}`)),
    }),
  );
}

function Folded({ summary, entries }: { readonly summary: string; readonly entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return h(
    'details',
    {},
    h('summary', {}, summary),
    h(
      'ul',
      {},
      entries.map((entry, index) => h('li', { key: index }, entry)),
    ),
  );
}
