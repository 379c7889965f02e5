/** A text that this tab keeps until it is sent, also where the person has to sign in again on another page. */
import { useState } from 'react';

/** @param name unique among everything that is typed. An empty text is not kept. */
export function useKept(name: string): [text: string, setText: (text: string) => void] {
  const key = `assize.typed.${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const keep = (next: string) => {
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    setText(next);
  };
  return [text, keep];
}
