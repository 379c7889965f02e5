/** A link to the page of the guide about the present page, in a tab of its own. */
import { useLocation } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { ButtonAnchor } from '../ui/forms/button.tsx';
import { guideFor } from './guide-pages.ts';
import styles from './shell.module.css';

export function Guide() {
  const { pathname } = useLocation();
  return (
    <ButtonAnchor look="quiet" href={guideFor(pathname)} target="_blank" rel="noopener">
      <BookOpen aria-hidden />
      <span className={styles.guide}>Guide</span>
    </ButtonAnchor>
  );
}
