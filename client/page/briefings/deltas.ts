import { h, type JSX } from 'preact';
import type { BriefingOutput } from '../../../workflows/contracts/briefing-reading.ts';
import { useWords } from '../parts/words-context.ts';

/** What became of each theme, at a glance. */
export function Deltas({
  deltas,
  language,
}: {
  readonly deltas: BriefingOutput['deltas'];
  readonly language: string;
}): JSX.Element {
  const { briefings } = useWords();
  return h(
    'ul',
    { class: 'deltas' },
    deltas.map(({ themeId, title, delta }) =>
      h(
        'li',
        { key: themeId },
        h('span', { class: `delta delta-${delta}` }, briefings.deltas[delta]),
        ' ',
        h('span', { lang: language }, title),
      ),
    ),
  );
}
