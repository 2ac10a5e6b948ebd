import type { Ledger, LedgerEntry } from '@plumbline/contracts/common/metering';
import type { SettledMaterial } from '@plumbline/contracts/report/settled-stages';
import type {
  Degradation,
  Engine,
  Gap,
  ReasoningCost,
  RetrievalTelemetry,
  Usage,
} from '@plumbline/contracts/research/accounting';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import type { NotedReflection } from '@plumbline/contracts/research/noted-reflection';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import { findReachedModelLimit, isModelExhausted, type LimitName } from '../../domain/research-limits.ts';

/** Measures the time that a run works; the clock stops while people or servers that are down hold the run up. */
export class WorkTime {
  readonly #startedAt = Date.now();
  #holds = 0;
  #heldSince = 0;
  #heldMs = 0;
  #earlierSeconds = 0;

  /** ISO 8601. */
  get startedAt(): string {
    return new Date(this.#startedAt).toISOString();
  }

  get workedSeconds(): number {
    return this.#earlierSeconds + Math.round((Date.now() - this.#startedAt - this.#heldSoFarMs) / 1_000);
  }

  /** Adds the time that the run had worked before it failed. */
  addEarlier(seconds: number): void {
    this.#earlierSeconds += seconds;
  }

  /** @param change 1 when one more thing delays the run, -1 when one is gone */
  hold(change: number): void {
    const now = Date.now();
    if (this.#holds === 0) this.#heldSince = now;
    this.#holds += change;
    if (this.#holds === 0) this.#heldMs += now - this.#heldSince;
  }

  get #heldSoFarMs(): number {
    return this.#heldMs + (this.#holds > 0 ? Date.now() - this.#heldSince : 0);
  }
}

type RefusedReference = RetrievalTelemetry['references']['refused'][number];

/** Services that a note names. */
const MAX_SERVICES = 5;

/** What a run used, missed and fell back on. Ceilings are checked here before anything is spent. */
export class RunAccounts {
  readonly gaps: Gap[] = [];
  readonly telemetry = {
    rewrittenQueries: [] as string[],
    reflections: [] as NotedReflection[],
    qualityNotes: [] as string[],
    references: {
      resolved: 0,
      followed: 0,
      refused: [] as RefusedReference[],
      refusedCount: 0,
      unresolved: [] as string[],
    },
    providerErrors: [] as { provider: string; cause: string; count: number }[],
    counts: { issued: 0, found: 0, duplicates: 0, corrected: 0, rounds: 0, belowThreshold: 0, read: 0, failed: 0 },
  } satisfies RetrievalTelemetry;
  engine: Engine = 'offline';
  /** Of the web; a page read for two tasks counts twice. */
  pagesRead = 0;

  #ledger = { modelCalls: 0, modelTokens: 0, money: 0 };
  readonly #usage = { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 };
  readonly #webPages = new Set<string>();
  readonly #unanswered = new Map<string, { readonly services: readonly string[]; readonly note: string }>();
  readonly #degradations = new Map<string, Degradation>();
  readonly #reachedLimits = new Set<LimitName>();
  readonly #limits: () => ResearchLimits;
  #modelCallsUnderWay = 0;

  /** @param limits as they are at this moment: a person may raise them */
  constructor(limits: () => ResearchLimits) {
    this.#limits = limits;
  }

  /** The ledger is complete but late; what the run counted itself is at hand. Neither is ever too high. */
  get usage(): Usage {
    const { searches, pages, modelCalls, modelTokens, money } = this.#usage;
    return {
      searches,
      pages,
      modelCalls: Math.max(modelCalls, this.#ledger.modelCalls),
      modelTokens: Math.max(modelTokens, this.#ledger.modelTokens),
      money: Math.max(money, this.#ledger.money),
    };
  }

  get degradations(): readonly Degradation[] {
    return [...this.#degradations.values()];
  }

  /** Takes one search or one passage from its limit; false when the limit is reached. */
  take(name: 'searches' | 'pages'): boolean {
    if (this.#usage[name] >= this.#limits()[name]) {
      this.reportLimit(name);
      return false;
    }
    this.#usage[name] += 1;
    return true;
  }

  /** True when a limit is reached. The run itself watches wall time. */
  isAt(name: Exclude<LimitName, 'wallTimeSeconds'>): boolean {
    if (name === 'searches' || name === 'pages') return this.#usage[name] >= this.#limits()[name];
    return findReachedModelLimit(this.#expectedUsage(), this.#limits()) === name;
  }

  /** Adds what only the ledger knows: requests of calls that failed, and what searches cost. */
  reconcile({ entries }: Ledger): void {
    const sum = (amount: (entry: LedgerEntry) => number): number =>
      entries.reduce((total, entry) => total + amount(entry), 0);
    this.#ledger = {
      modelCalls: sum(({ kind, requests }) => (kind === 'model' ? requests : 0)),
      modelTokens: sum(({ promptTokens, completionTokens }) => promptTokens + completionTokens),
      money: sum(({ money }) => money ?? 0),
    };
  }

  /** True when research may go on asking the model. The closing steps have a reserve of their own. */
  mayResearch(): boolean {
    const reached = findReachedModelLimit(this.#expectedUsage(), this.#limits());
    if (reached !== undefined) this.reportLimit(reached);
    return reached === undefined;
  }

  isModelExhausted(): boolean {
    return isModelExhausted(this.#expectedUsage(), this.#limits());
  }

  /** Books a reasoning call while it runs, so that parallel tasks cannot overrun a limit together. */
  async book<Value extends { readonly cost: ReasoningCost }>(call: () => Promise<Value>): Promise<Value> {
    this.#modelCallsUnderWay += 1;
    try {
      const result = await call();
      this.#add(result.cost);
      return result;
    } finally {
      this.#modelCallsUnderWay -= 1;
    }
  }

  degrade(degradation: Degradation): void {
    const key = `${degradation.step}\n${degradation.cause}`;
    const known = this.#degradations.get(key);
    this.#degradations.set(key, { ...degradation, count: (known?.count ?? 0) + degradation.count });
  }

  /** Takes over what another run missed before it was left; what this run will ask itself is left out. */
  restore({
    gaps,
    degradations,
  }: {
    readonly gaps: readonly Gap[];
    readonly degradations: readonly Degradation[];
  }): void {
    for (const degradation of degradations) this.degrade(degradation);
    this.gaps.push(...gaps.filter(({ kind }) => kind === 'question-unassessed'));
  }

  /** Counts what the run had used before it failed. What models cost is in the ledger, too, which knows of later calls. */
  restoreUsage(usage: Usage): void {
    Object.assign(this.#usage, usage);
  }

  /** The same for a run whose research is kept. */
  restoreRetrieval({ gaps, engine, telemetry }: Pick<SettledMaterial, 'gaps' | 'engine' | 'telemetry'>): void {
    this.gaps.push(...gaps.filter(({ kind }) => kind !== 'question-unassessed'));
    this.engine = engine;
    Object.assign(this.telemetry, telemetry);
  }

  reportLimit(name: LimitName): void {
    if (this.#reachedLimits.has(name)) return;
    this.#reachedLimits.add(name);
    const cause = String(this.#limits()[name]);
    this.gaps.push(createGap('limit-reached', { subject: name, cause }));
  }

  /** Adds to one list of the telemetry. */
  note<Name extends 'rewrittenQueries' | 'qualityNotes'>(name: Name, entries: RetrievalTelemetry[Name]): void {
    const list: unknown[] = this.telemetry[name];
    list.push(...entries);
  }

  /** Notes where hits are; pages of the web are counted. */
  noteFound(locators: readonly string[]): void {
    for (const locator of locators) if (/^https?:/i.test(locator)) this.#webPages.add(locator);
  }

  get webPages(): number {
    return this.#webPages.size;
  }

  /** Adds notes for people, each once. */
  noteQuality(notes: readonly string[] = []): void {
    const known = new Set(this.telemetry.qualityNotes);
    this.note(
      'qualityNotes',
      [...new Set(notes)].filter((note) => !known.has(note)),
    );
  }

  /** Notes the engines of a provider that did not answer, in one note for all its searches. */
  noteUnanswered(provider: string, services: readonly string[] = []): void {
    if (services.length === 0) return;
    const known = this.#unanswered.get(provider);
    const all = [...new Set([...(known?.services ?? []), ...services])];
    const rest = all.length > MAX_SERVICES ? ' and others' : '';
    const note = `${provider}: some of its search engines did not answer: ${all.slice(0, MAX_SERVICES).join(', ')}${rest}`;
    this.#unanswered.set(provider, { services: all, note });
    const { qualityNotes } = this.telemetry;
    qualityNotes.splice(known === undefined ? qualityNotes.length : qualityNotes.indexOf(known.note), 1, note);
  }

  /** Notes that a provider failed for good: a gap the first time; from then on it is not asked. */
  reportProvider(provider: string, cause: string): void {
    const known = this.telemetry.providerErrors.find((error) => error.provider === provider);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.telemetry.providerErrors.push({ provider, cause, count: 1 });
    this.gaps.push(createGap('provider-failed', { subject: provider, cause }));
  }

  hasFailed(provider: string): boolean {
    return this.telemetry.providerErrors.some((error) => error.provider === provider);
  }

  hasReached(name: LimitName): boolean {
    return this.#reachedLimits.has(name);
  }

  /** Removes a gap for which evidence was found after all. */
  closeGap(kind: Gap['kind'], taskId: string): void {
    const index = this.gaps.findIndex((gap) => gap.kind === kind && gap.taskId === taskId);
    if (index !== -1) this.gaps.splice(index, 1);
  }

  /** Counts what became of references; unresolved ones are listed once. */
  noteReferences(noted: {
    readonly resolved?: number;
    readonly followed?: number;
    readonly refused?: readonly RefusedReference[];
    readonly unresolved?: readonly string[];
  }): void {
    const { references } = this.telemetry;
    references.resolved += noted.resolved ?? 0;
    references.followed += noted.followed ?? 0;
    references.refusedCount += noted.refused?.length ?? 0;
    references.refused = [...references.refused, ...(noted.refused ?? [])];
    const unresolved = new Set([...references.unresolved, ...(noted.unresolved ?? [])]);
    references.unresolved = [...unresolved];
  }

  #add(cost: ReasoningCost): void {
    this.#usage.modelCalls += cost.modelCalls;
    this.#usage.modelTokens += cost.modelTokens;
    this.#usage.money += cost.money ?? 0;
    if (cost.engine === 'model') this.engine = 'model';
    for (const degradation of cost.degradations) this.degrade(degradation);
  }

  /** Calls under way count as spent, but only where a model answers: the offline engine costs nothing. */
  #expectedUsage(): Usage {
    const underWay = this.engine === 'model' ? this.#modelCallsUnderWay : 0;
    const { usage } = this;
    // The ledger may know of calls under way already.
    return { ...usage, modelCalls: Math.max(usage.modelCalls, this.#usage.modelCalls + underWay) };
  }
}
