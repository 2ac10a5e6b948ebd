import { h, type JSX } from 'preact';
import type { Route } from './models/route.ts';
import { useLanguage } from './parts/appearance.ts';
import { Frame } from './parts/frame.ts';
import { Awaited, useLoaded } from './parts/loading.ts';
import { useRoute } from './parts/router.ts';
import { useWords, WordsContext, wordsIn } from './parts/words-context.ts';
import { loadView, type ShowView } from './views.ts';

/** The whole page: its frame, and the view of the present address. */
export function App(): JSX.Element {
  const route = useRoute();
  const [language, setLanguage] = useLanguage();
  return h(
    WordsContext.Provider,
    { value: wordsIn(language) },
    h(Frame, { language, setLanguage }),
    h('main', { id: 'content', tabIndex: -1 }, h(View, { route })),
  );
}

function View({ route }: { readonly route: Route }): JSX.Element {
  const words = useWords();
  const [loaded, again] = useLoaded(JSON.stringify(route), () => loadView(route));
  const show = (view: ShowView) => (view === null ? h('p', { class: 'quiet' }, words.notFound) : view());
  return h(Awaited<ShowView>, { loaded, again, show });
}
