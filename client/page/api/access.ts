const TOKEN = 'plumbline-token';

/** The server's token, kept until the tab is closed. */
export function savedToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

export function saveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}
