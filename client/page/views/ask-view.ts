import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunSetting, ServedSources } from '../api/api-types.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { AskForm } from './ask-form.ts';
import { RecentWork } from './runs-view.ts';

/** What can be asked here. */
interface Askable {
  readonly sources: ServedSources;
  readonly settings: readonly RunSetting[];
}

/** The first screen: the question, what answers come from, and what was asked before. */
export function AskView(): JSX.Element {
  const words = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('ask', async () => {
    const [sources, settings] = await Promise.all([api.readSources(), api.readSettings()]);
    return { sources, settings };
  });
  useEffect(() => {
    document.title = `Plumbline – ${words.ask.title}`;
  }, [words]);
  return h(
    'div',
    { class: 'column front' },
    h(Awaited<Askable>, {
      loaded,
      again,
      show: (askable) => [h(AskForm, { key: 'ask', ...askable }), h(RecentWork, { key: 'recent' })],
    }),
  );
}
