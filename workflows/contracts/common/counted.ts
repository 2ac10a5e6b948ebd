/** `1 file`, `2 files`, `0 files`. @param many the plural, where it is not the singular with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
