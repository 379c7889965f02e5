/** A part of a page that is loaded when it is first shown. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** @param waiting is shown until it is loaded. */
export function lazily<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  waiting?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
