declare module 'parsecurrency' {
  /** @returns null for what is no amount */
  export default function parseCurrency(
    text: string,
  ): { readonly value: number; readonly currency: string; readonly symbol: string; readonly sign: string } | null;
}
