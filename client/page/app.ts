import { h, type JSX } from 'preact';
import type { Route } from './models/route.ts';
import { useLanguage, useScheme } from './parts/appearance.ts';
import { follow, useRoute } from './parts/router.ts';
import { useWords, WordsContext, wordsIn } from './parts/words-context.ts';
import { ReadView } from './read/read-view.ts';
import { RunsView } from './runs/runs-view.ts';

/** The whole page: its frame, and the view of the present address. */
export function App(): JSX.Element {
  const route = useRoute();
  const [language, setLanguage] = useLanguage();
  const [scheme, setScheme] = useScheme();
  const words = wordsIn(language);
  const other = language === 'de' ? 'en' : 'de';
  return h(
    WordsContext.Provider,
    { value: words },
    h('a', { class: 'skip', href: '#content' }, words.skip),
    h(
      'header',
      { class: 'frame' },
      h('a', { class: 'home', href: '/', onClick: follow }, 'Plumbline'),
      h(
        'button',
        { type: 'button', class: 'plain', lang: other, onClick: () => setLanguage(other) },
        words.otherLanguage,
      ),
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
        scheme === 'dark' ? words.light : words.dark,
      ),
    ),
    h('main', { id: 'content', tabIndex: -1 }, h(View, { route })),
  );
}

function View({ route }: { readonly route: Route }): JSX.Element {
  const words = useWords();
  if (route.view === 'runs') return h(RunsView, {});
  if (route.view === 'report') return h(ReadView, { key: route.researchId, researchId: route.researchId });
  return h('p', { class: 'quiet' }, words.notFound);
}
