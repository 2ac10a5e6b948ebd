import type { BriefingOutput, BriefingReading } from '../../../workflows/contracts/briefings/briefing-reading.ts';
import type { BriefingKind, BriefingSlot } from '../../../workflows/contracts/briefings/briefing-slot.ts';
import type { ApiRequests } from './api-requests.ts';

interface AboutBriefing {
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly timezone: string;
}

export interface ListedBriefing extends AboutBriefing {
  readonly newest: BriefingOutput | null;
}

export interface CalendarSlot {
  readonly slot: BriefingSlot;
  readonly state: 'published' | 'quiet' | 'failed' | 'under-way' | 'missed' | 'due' | 'coming';
  /** Null: there is no output. */
  readonly outputId: string | null;
}

export interface Briefing extends AboutBriefing {
  readonly schedules: readonly {
    readonly kind: BriefingKind;
    readonly cron: string | null;
    readonly every: string | null;
    /** ISO 8601; null: the server has no such schedule now. */
    readonly next: string | null;
    readonly isPaused: boolean;
  }[];
  /** Oldest first. */
  readonly calendar: readonly CalendarSlot[];
  /** Newest first. */
  readonly outputs: readonly BriefingOutput[];
  readonly openIssues: readonly { readonly key: string; readonly reference: string }[];
}

/** What a new briefing is made of; sources by their names. */
export interface WantedBriefing {
  readonly title: string;
  readonly language: string;
  readonly timezone: string;
  readonly themes: readonly { readonly title: string; readonly actors: readonly string[] }[];
  readonly documents: readonly string[];
  readonly web: boolean;
  readonly cron: string;
  readonly notify: boolean;
}

/** Briefings and their outputs. */
export interface BriefingsClient {
  listBriefings(): Promise<readonly ListedBriefing[]>;
  showBriefing(name: string): Promise<Briefing>;
  readBriefing(name: string, outputId: string): Promise<BriefingReading>;
  setUpBriefing(wanted: WantedBriefing): Promise<Briefing>;
  /** @param cron null: it no longer runs by itself @param timezone of all schedules of the briefing @returns the briefing */
  scheduleBriefing(name: string, kind: BriefingKind, cron: string | null, timezone?: string): Promise<Briefing>;
}

export function createBriefingsClient(requests: ApiRequests): BriefingsClient {
  const pathOf = (name: string): string => `/api/briefings/${encodeURIComponent(name)}`;
  return {
    async listBriefings() {
      const { briefings } = await requests.get<{ readonly briefings: readonly ListedBriefing[] }>('/api/briefings');
      return briefings;
    },
    showBriefing: (name) => requests.get(pathOf(name)),
    scheduleBriefing: async (name, kind, cron, timezone) => {
      const response = await requests.send(`${pathOf(name)}/schedules/${kind}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cron, timezone }),
      });
      return JSON.parse(await response.text());
    },
    setUpBriefing: (wanted) => requests.post<Briefing>('/api/briefings', wanted),
    readBriefing: (name, outputId) => requests.get(`${pathOf(name)}/outputs/${encodeURIComponent(outputId)}`),
  };
}
