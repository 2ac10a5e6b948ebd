import { type JSX, render } from 'preact';
import { RunView } from './live/run-view.ts';
import type { Route } from './models/route.ts';
import { DropAnywhere } from './parts/add-documents.ts';
import { Frame, presentScheme, useLanguage } from './parts/frame.ts';
import { NothingHere } from './parts/loading.ts';
import { useRoute } from './parts/router.ts';
import { LoginView, SignInEnded } from './parts/sign-in.ts';
import { UploadingProvider } from './parts/uploading.ts';
import { WordsContext, wordsIn } from './parts/words-context.ts';
import { WorkProvider } from './parts/work-context.ts';
import { SharedView } from './read/read-view.ts';
import { AskView } from './views/ask-view.ts';
import { BriefingsView, BriefingView } from './views/briefing-view.ts';
import { ChooseView, CompareView } from './views/compare-view.ts';
import { LibraryView } from './views/library-view.ts';
import { MemoryView } from './views/memory-view.ts';
import { OutputView } from './views/output-view.ts';
import { Rail, WaitingCount } from './views/rail.ts';
import { RunsView } from './views/runs-view.ts';
import { SessionView } from './views/session-view.ts';
import { SettingsView } from './views/settings-view.ts';

// Views without a frame have it as well.
document.documentElement.dataset['scheme'] = presentScheme();
const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(<App />, place);
}

/** The whole page: its frame, and the view of the present address. */
function App(): JSX.Element {
  const route = useRoute();
  const [language, setLanguage] = useLanguage();
  return (
    <WordsContext.Provider value={wordsIn(language)}>
      {route.view === 'shared' || route.view === 'login' ? (
        <main id="content" tabIndex={-1}>
          <View route={route} />
        </main>
      ) : (
        <WorkProvider>
          <UploadingProvider>
            <Frame language={language} setLanguage={setLanguage} rail={<Rail />} waiting={<WaitingCount />} />
            <main id="content" tabIndex={-1}>
              <SignInEnded />
              <View route={route} />
            </main>
            <DropAnywhere />
          </UploadingProvider>
        </WorkProvider>
      )}
    </WordsContext.Provider>
  );
}

function View({ route }: { readonly route: Route }): JSX.Element {
  switch (route.view) {
    case 'runs':
      return <RunsView />;
    case 'run':
      return <RunView key={route.researchId} researchId={route.researchId} />;
    case 'choose':
      return <ChooseView key={route.a} researchId={route.a} />;
    case 'compare':
      return <CompareView key={`${route.a}/${route.b}`} a={route.a} b={route.b} />;
    case 'memory':
      return <MemoryView />;
    case 'settings':
      return <SettingsView />;
    case 'login':
      return <LoginView />;
    case 'library':
      return <LibraryView />;
    case 'briefings':
      return <BriefingsView />;
    case 'briefing':
      return <BriefingView key={route.name} name={route.name} />;
    case 'output':
      return <OutputView key={`${route.name}/${route.outputId}`} name={route.name} outputId={route.outputId} />;
    case 'ask':
      return <AskView />;
    case 'shared':
      return <SharedView key={route.token} token={route.token} />;
    case 'session':
      return <SessionView key={route.sessionId} sessionId={route.sessionId} />;
    case 'unknown':
      return <NothingHere />;
  }
}
