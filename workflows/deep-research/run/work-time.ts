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

  /** @param change 1: one more thing holds the run up; -1: one less */
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
