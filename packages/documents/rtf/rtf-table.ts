/** Borders that are nearer to each other are one, in twentieths of a point. */
const SAME_BORDER = 60;

/** A cell as the definition of its row gives it. */
interface CellPlace {
  /** Its right border. */
  readonly right: number;
  readonly isBelow: boolean;
  readonly isBeside: boolean;
}

interface Cell extends CellPlace {
  readonly left: number;
  readonly html: string;
}

/** Collects the rows of a table, whose cells are only known by their borders. */
export class RtfTable {
  readonly #rows: { readonly cells: Cell[]; readonly isHeader: boolean }[] = [];
  #cells: string[] = [];
  #places: CellPlace[] = [];
  #merge = { isBelow: false, isBeside: false };
  #isHeader = false;

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#cells.length === 0;
  }

  /** A control word of the definition of a row. */
  define(name: string, value: number | undefined): void {
    if (name === 'trowd') [this.#places, this.#isHeader] = [[], false];
    if (name === 'trhdr') this.#isHeader = true;
    if (name === 'clvmrg') this.#merge.isBelow = true;
    if (name === 'clmrg') this.#merge.isBeside = true;
    if (name !== 'cellx') return;
    this.#places.push({ right: value ?? 0, ...this.#merge });
    this.#merge = { isBelow: false, isBeside: false };
  }

  endCell(html: string): void {
    this.#cells.push(html);
  }

  endRow(): void {
    const cells: Cell[] = [];
    for (const [index, html] of this.#cells.entries()) {
      const before = this.#places[index - 1]?.right ?? cells.at(-1)?.right ?? 0;
      const left = index === 0 ? Number.NEGATIVE_INFINITY : before;
      const place = this.#places[index] ?? { right: before + 1_000, isBelow: false, isBeside: false };
      const beside = cells.at(-1);
      if (place.isBeside && beside !== undefined)
        cells[cells.length - 1] = { ...beside, right: place.right, html: `${beside.html}${html}` };
      else cells.push({ ...place, left, html });
    }
    this.#rows.push({ cells, isHeader: this.#isHeader });
    this.#cells = [];
  }

  toHtml(): string {
    if (this.#cells.length > 0) this.endRow();
    const borders = bordersOf(this.#rows.flatMap(({ cells }) => cells.map(({ right }) => right)));
    const columnOf = (border: number): number =>
      border === Number.NEGATIVE_INFINITY ? 0 : borders.findIndex((each) => border <= each) + 1;
    const hasHeader = this.#rows.some(({ isHeader }) => isHeader);
    const rows = this.#rows.map(({ cells, isHeader }, at) => {
      const tag = isHeader || (!hasHeader && at === 0) ? 'th' : 'td';
      const written = cells.map(({ left, right, html, isBelow }) => {
        if (isBelow && at > 0) return '';
        const columns = columnOf(right) - columnOf(left);
        let height = 1;
        while (this.#rows[at + height]?.cells.some((cell) => cell.isBelow && isNear(cell.right, right)) === true)
          height += 1;
        return `<${tag}${span('col', columns)}${span('row', height)}>${html}</${tag}>`;
      });
      return `<tr>${written.join('')}</tr>`;
    });
    return `<table>${rows.join('')}</table>`;
  }
}

function span(direction: 'col' | 'row', cells: number): string {
  return cells > 1 ? ` ${direction}span="${cells}"` : '';
}

function isNear(border: number, other: number): boolean {
  return Math.abs(border - other) < SAME_BORDER;
}

/** The distinct borders in order, each the farthest of those that are one. */
function bordersOf(rights: readonly number[]): number[] {
  const borders: number[] = [];
  for (const right of [...new Set(rights)].toSorted((one, other) => one - other)) {
    const last = borders.at(-1);
    if (last !== undefined && isNear(last, right)) borders[borders.length - 1] = right;
    else borders.push(right);
  }
  return borders;
}
