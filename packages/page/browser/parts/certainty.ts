import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import type { Trust } from '@plumbline/contracts/report/trust';
import { Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Standing } from '../models/certainty.ts';
import { useApi } from './api-context.ts';
import { Button } from './button.ts';
import { Icon } from './icon.ts';
import { useLoaded } from './loading.ts';
import { useWords } from './words-context.ts';

interface SignProps extends CheckedProps {
  /** Null: there is no sign, as over places. */
  readonly standing: Standing | null;
  readonly trust: Trust | null;
  /** In the language of the text. */
  readonly cautions: readonly string[];
  /** Documents that were read; null: not known. */
  readonly read: number | null;
}

/** What the record of a text bears, in words and counts; why to read it with care stands below. */
export function Sign({ standing, trust, cautions, read, ...checked }: SignProps): JSX.Element {
  const { signs, care } = useWords().certainty;
  const isCareless = standing === 'poor' && cautions.length === 0;
  return h(
    Fragment,
    {},
    standing === 'missing'
      ? h('p', { class: 'sign sign-missing' }, h('strong', {}, signs.missing), h(ReadOfAll, { read }))
      : standing === null || trust === null
        ? null
        : h(Made, { standing, trust, ...checked }),
    isCareless ? h('p', { class: 'warning caution' }, care) : null,
    cautions.map((caution) => h('p', { key: caution, class: 'warning caution', lang: checked.of }, caution)),
  );
}

interface MadeProps extends CheckedProps {
  readonly standing: Standing;
  readonly trust: Trust;
}

/** The counts, and what they are made of, opened in place. */
function Made({ standing, trust, ...checked }: MadeProps): JSX.Element {
  const words = useWords().certainty;
  return h(
    'details',
    { class: `sign sign-${standing}` },
    h(
      'summary',
      {},
      h(Icon, { name: standing === 'confirmed' || standing === 'partly' ? standing : 'poor' }),
      h('strong', {}, words.signs[standing]),
      h('span', { class: 'quiet' }, ` ${countsIn(trust, words)}`),
    ),
    h('p', { class: 'quiet' }, words.made),
    h(CheckedStatements, checked),
  );
}

/** `34 quotations equal their sources · 31 statements confirmed · 2 unsure · 1 left out` */
function countsIn(trust: Trust, { counts }: ReturnType<typeof useWords>['certainty']): string {
  const others = (['unsure', 'leftOut', 'notJudged'] as const).filter((name) => trust[name] > 0);
  return [
    counts.quotations(trust.equal, trust.quotations),
    counts.confirmed(trust.confirmed),
    ...others.map((name) => counts[name](trust[name])),
  ].join(' · ');
}

interface CheckedProps extends Pick<ReportReading['behind'], 'refused' | 'doubted'> {
  /** Language of the text. */
  readonly of: string;
}

/** Statements that were not confirmed, and what became of those that were refused. */
export function CheckedStatements({ refused, doubted, of: language }: CheckedProps): JSX.Element {
  const { behind } = useWords();
  const told = (text: string) => h('span', { lang: language }, text);
  return h(
    Fragment,
    {},
    h(Listed, { heading: behind.doubted(doubted.length), entries: doubted.map((text) => [told(text)]) }),
    h(Listed, {
      heading: behind.refusedStatements(refused.length),
      entries: refused.map(({ text, reason, outcome, replacement = '' }) => [
        told(`“${text}”`),
        h('span', {}, ` — ${reason} — ${behind.outcomes[outcome]}`),
        told(replacement === '' ? '' : `: “${replacement}”`),
      ]),
    }),
  );
}

interface ListedProps {
  readonly heading: string;
  readonly entries: readonly (readonly JSX.Element[])[];
}

function Listed({ heading, entries }: ListedProps): JSX.Element | null {
  if (entries.length === 0) return null;
  const items = entries.map((entry, index) => h('li', { key: index }, entry));
  return h(Fragment, {}, h('p', { class: 'quiet' }, heading), h('ul', {}, items));
}

/** How much of what there is was read. */
function ReadOfAll({ read }: Pick<SignProps, 'read'>): JSX.Element | null {
  const words = useWords().certainty;
  const api = useApi();
  const [loaded] = useLoaded('overview', () => api.readOverview());
  if (loaded.state !== 'loaded' || read === null) return null;
  const all = loaded.value.folders.reduce((sum, { documents }) => sum + (documents ?? 0), 0);
  return all < read ? null : h('span', {}, `(${words.readOf(read, all)})`);
}

/** A long passage as far as it decides, until a reader wants to see all. @param folded null: it is short */
export function useFolded<Whole>(whole: Whole, folded: Whole | null): { shown: Whole; button: JSX.Element | null } {
  const words = useWords().sessions;
  const [isWhole, setWhole] = useState(false);
  if (folded === null) return { shown: whole, button: null };
  const attributes = { class: 'plain more', 'aria-expanded': isWhole, act: () => setWhole(!isWhole) };
  const button = h(Button, attributes, isWhole ? words.showLess : words.showAll);
  return { shown: isWhole ? whole : folded, button };
}
