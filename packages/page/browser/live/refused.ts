import type { PublicProgress } from '@plumbline/contracts/report/run-view';
import { type JSX, h } from 'preact';
import { wordsOfRefusal } from '../models/refusal.ts';
import { timeIn } from '../models/times.ts';
import { useWords } from '../parts/words-context.ts';

/** Every change that the run refused, as long as it is shown: what was wanted, and why it was not taken. */
export function RefusedChanges({ progress }: { readonly progress: PublicProgress | null }): JSX.Element | null {
  const { live, language } = useWords();
  const { rejections = [], rejectionCount = 0 } = progress ?? {};
  if (rejections.length === 0) return null;
  return h(
    'section',
    { class: 'notice bad refused', role: 'status', 'aria-labelledby': 'live-refused' },
    h(
      'h2',
      { id: 'live-refused' },
      rejectionCount === 1 ? live.refused.heading : `${live.refused.heading} (${rejectionCount})`,
    ),
    h(
      'ul',
      {},
      rejections.map(({ message, reason, at }, index) =>
        h(
          'li',
          { key: index },
          h('strong', {}, live.refused.messages[message] ?? message),
          `: ${wordsOfRefusal(reason, live)} `,
          h('span', { class: 'quiet' }, timeIn(language, at)),
        ),
      ),
    ),
  );
}
