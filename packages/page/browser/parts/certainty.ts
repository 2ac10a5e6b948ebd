import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Certainty } from '../models/certainty.ts';
import { useApi } from './api-context.ts';
import { Icon } from './icon.ts';
import { useLoaded } from './loading.ts';
import { useWords } from './words-context.ts';

interface CertaintyProps {
  readonly certainty: Certainty;
  /** Documents that were read; null: not known. */
  readonly read: number | null;
}

/** How certain an answer is, by form, colour and words. */
export function CertaintyMark({ certainty, read }: CertaintyProps): JSX.Element {
  const words = useWords();
  return h(
    'p',
    { class: `certainty certainty-${certainty}`, lang: words.language },
    h(Icon, { name: certainty === 'found' ? 'run' : certainty }),
    h('strong', {}, words.certainty[certainty]),
    certainty === 'missing' && read !== null ? h(ReadOfAll, { read }) : null,
  );
}

/** How much of what there is was read. */
function ReadOfAll({ read }: { readonly read: number }): JSX.Element | null {
  const words = useWords().certainty;
  const api = useApi();
  const [loaded] = useLoaded('overview', () => api.readOverview());
  if (loaded.state !== 'loaded') return null;
  const all = loaded.value.folders.reduce((sum, { documents }) => sum + (documents ?? 0), 0);
  return all < read ? null : h('span', {}, `(${words.readOf(read, all)})`);
}

/** A long passage as far as it decides, until a reader wants to see all. @param folded null: it is short */
export function useFolded<Whole>(whole: Whole, folded: Whole | null): { shown: Whole; button: JSX.Element | null } {
  const words = useWords().sessions;
  const [isWhole, setWhole] = useState(false);
  if (folded === null) return { shown: whole, button: null };
  const attributes = { type: 'button', class: 'plain more', 'aria-expanded': isWhole } as const;
  const button = h(
    'button',
    { ...attributes, onClick: () => setWhole(!isWhole) },
    isWhole ? words.showLess : words.showAll,
  );
  return { shown: isWhole ? whole : folded, button };
}
