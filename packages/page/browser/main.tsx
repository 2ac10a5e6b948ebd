import { Fragment, h, type JSX, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ForkedFrom, LiveView } from './live/live-view.ts';
import { RefusedChanges } from './live/run-controls.ts';
import { useWatchedRun } from './live/watched-run.ts';
import type { Route } from './models/route.ts';
import { shortTitle } from './models/work.ts';
import { DropAnywhere } from './parts/add-documents.ts';
import { Frame, presentScheme, useLanguage } from './parts/frame.ts';
import { Awaited, NothingHere } from './parts/loading.ts';
import { focusContent, useRoute } from './parts/router.ts';
import { LoginView, SignInEnded } from './parts/sign-in.ts';
import { UndoProvider } from './parts/undo.ts';
import { UploadingProvider } from './parts/uploading.ts';
import { useWords, WordsContext } from './parts/words-context.ts';
import { WorkProvider } from './parts/work-context.ts';
import { ReadView, SharedView } from './read/read-view.ts';
import { AskView } from './views/ask-view.ts';
import { BriefingsView, BriefingView } from './views/briefing-view.ts';
import { ChooseView, CompareView } from './views/compare-view.ts';
import { LibraryView } from './views/library-view.ts';
import { MemoryView } from './views/memory-view.ts';
import { OutputView } from './views/output-view.ts';
import { Rail, WaitingCount } from './views/rail.ts';
import { RunsView } from './views/runs-view.ts';
import { ReportTalk, SessionView } from './views/session-view.ts';
import { SettingsView } from './views/settings-view.ts';
import { wordsIn } from './words/page-words.ts';

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
        <UndoProvider>
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
        </UndoProvider>
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

/** A run: live while it is under way, then its report. */
function RunView({ researchId }: { readonly researchId: string }): JSX.Element {
  const { live } = useWords();
  const [watched, again] = useWatchedRun(researchId);
  const [isRead, setIsRead] = useState(false);
  const { run, failure, connection } = watched;
  const hasReport = run?.hasReport ?? null;
  const wasLive = useRef(false);
  useEffect(() => {
    if (hasReport === false) wasLive.current = true;
    // Do not interrupt writing or reading further down: the live view offers the report instead.
    if (hasReport === true && !(wasLive.current && isBusy())) setIsRead(true);
  }, [hasReport]);
  useEffect(() => {
    if (run !== null && !isRead) document.title = `${shortTitle(run.question)} – Plumbline`;
  }, [run?.question, isRead]);

  const read = () => {
    setIsRead(true);
    scrollTo(0, 0);
    focusContent();
  };
  if (failure !== null) {
    return h(Awaited<never>, { loaded: { state: 'failed', error: failure }, again, show: () => null });
  }
  if (run === null) {
    const isLost = connection === 'lost';
    const loaded = { state: 'loading' } as const;
    return isLost
      ? h('h1', { class: 'notice bad column', role: 'status' }, live.lost)
      : h(Awaited<never>, { loaded, again, show: () => null });
  }
  // The report may have been written before a change was refused.
  const { progress } = run;
  const origin = h(Fragment, {}, h(ForkedFrom, { progress }), h(RefusedChanges, { progress }));
  if (isRead) return h(ReadView, { researchId, origin, talk: h(ReportTalk, { researchId }) });
  return h(LiveView, { run, watched, read });
}

/** A little scrolling does not count. */
const READ_FROM_PX = 200;

function isBusy(): boolean {
  const focused = document.activeElement;
  return (
    scrollY > READ_FROM_PX ||
    document.querySelector('dialog[open], .panel') !== null ||
    (focused !== null && focused.matches('input, textarea, select'))
  );
}
