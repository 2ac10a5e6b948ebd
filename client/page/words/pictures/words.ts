import type { FunnelStep } from '../../models/pictures.ts';

/** What stands around the pictures of a report. Numbers come written in the language of the page. */
export interface PictureWords {
  readonly heading: string;
  readonly show: string;
  readonly table: string;
  readonly coverage: {
    readonly heading: string;
    readonly told: (cited: string, findings: string, tasks: number, uncovered: number) => string;
    readonly none: string;
    readonly task: string;
    readonly findings: string;
    readonly cited: string;
    readonly uncited: string;
    readonly gaps: string;
  };
  readonly funnel: {
    readonly heading: string;
    readonly told: (found: string, read: string, stated: string) => string;
    readonly step: string;
    readonly passages: string;
    readonly steps: Readonly<Record<FunnelStep, string>>;
    readonly meanings: Readonly<Record<FunnelStep, string>>;
  };
  readonly sources: {
    readonly heading: string;
    readonly told: (count: number, first: string, claims: string) => string;
    readonly none: string;
    readonly source: string;
    readonly claims: string;
    readonly citations: string;
  };
  readonly spending: {
    readonly heading: string;
    readonly told: (money: string, tokens: string, requests: string, duration: string) => string;
    readonly none: string;
    readonly notWhole: string;
    readonly measures: { readonly money: string; readonly tokens: string; readonly requests: string };
    readonly time: string;
    readonly requests: string;
    readonly tokens: string;
    readonly money: string;
  };
}
