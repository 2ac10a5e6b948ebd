import { h, type JSX } from 'preact';
import type { Route } from './models/route.ts';

/** Shows a view that is loaded; null: there is nothing at the address. */
export type ShowView = (() => JSX.Element) | null;

/** Loads the modules of a view when it is first asked for: nobody waits for those of the others. */
export async function loadView(route: Route): Promise<ShowView> {
  switch (route.view) {
    case 'runs': {
      const { RunsView } = await import('./runs/runs-view.ts');
      return () => h(RunsView, {});
    }
    case 'run': {
      const { RunView } = await import('./live/run-view.ts');
      return () => h(RunView, { key: route.researchId, researchId: route.researchId });
    }
    case 'choose':
    case 'compare':
      return loadComparison(route);
    case 'memory': {
      const { MemoryView } = await import('./memory/memory-view.ts');
      return () => h(MemoryView, {});
    }
    case 'briefings':
    case 'briefing':
    case 'output':
      return loadBriefing(route);
    case 'ask': {
      const { AskView } = await import('./ask/ask-view.ts');
      return () => h(AskView, {});
    }
    case 'sessions':
    case 'session':
      return loadSession(route);
    case 'unknown':
      return null;
  }
}

type RouteOf<View extends Route['view']> = Extract<Route, { view: View }>;

async function loadComparison(route: RouteOf<'choose' | 'compare'>): Promise<ShowView> {
  if (route.view === 'choose') {
    const { ChooseView } = await import('./compare/choose-view.ts');
    return () => h(ChooseView, { key: route.a, researchId: route.a });
  }
  const { CompareView } = await import('./compare/compare-view.ts');
  return () => h(CompareView, { key: `${route.a}/${route.b}`, a: route.a, b: route.b });
}

async function loadBriefing(route: RouteOf<'briefings' | 'briefing' | 'output'>): Promise<ShowView> {
  if (route.view === 'briefings') {
    const { BriefingsView } = await import('./briefings/briefings-view.ts');
    return () => h(BriefingsView, {});
  }
  const { name } = route;
  if (route.view === 'briefing') {
    const { BriefingView } = await import('./briefings/briefing-view.ts');
    return () => h(BriefingView, { key: name, name });
  }
  const { OutputView } = await import('./briefings/output-view.ts');
  return () => h(OutputView, { key: `${name}/${route.outputId}`, name, outputId: route.outputId });
}

async function loadSession(route: RouteOf<'sessions' | 'session'>): Promise<ShowView> {
  if (route.view === 'sessions') {
    const { SessionsView } = await import('./sessions/sessions-view.ts');
    return () => h(SessionsView, {});
  }
  const { SessionView } = await import('./sessions/session-view.ts');
  return () => h(SessionView, { key: route.sessionId, sessionId: route.sessionId });
}
