// Returns a choice that the listener made on this device. If the browser blocks storage, a choice is lost when the page closes.

export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // If the browser blocks storage, the choice is lost when the page closes.
  }
}
