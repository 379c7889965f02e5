import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries, router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import { Toasts } from './ui/toast.tsx';
import './ui/base.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

applyTheme();
const place = document.getElementById('page');
if (place === null) throw new Error('index.html has no place for the page');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
