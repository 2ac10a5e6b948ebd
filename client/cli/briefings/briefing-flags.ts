import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { OutputFlags } from '../context/command-context.ts';
import type { LingerFlags } from '../context/linger.ts';

export interface InitFlags extends OutputFlags {
  readonly name?: string;
  /** No questions. */
  readonly example?: boolean;
}

export interface RunFlags extends LingerFlags {
  readonly kind: BriefingKind;
  readonly theme?: readonly string[];
  /** ISO time or day. */
  readonly slot?: string;
  readonly detach?: boolean;
}

export interface ScheduleFlags extends OutputFlags {
  readonly kind?: BriefingKind;
  readonly cron?: string;
  readonly every?: string;
  readonly jitter?: string;
  readonly catchUp?: string;
  readonly now?: boolean;
  readonly remove?: boolean;
}

export interface PauseFlags extends OutputFlags {
  readonly kind?: BriefingKind;
  readonly resume?: boolean;
  readonly note?: string;
}

export interface BackfillFlags extends OutputFlags {
  readonly kind: BriefingKind;
  readonly to?: string;
  readonly detach?: boolean;
}

export interface RefreshFlags extends OutputFlags {
  readonly yes?: boolean;
  /** `<theme>.<field>=<value>` */
  readonly set?: readonly string[];
}
