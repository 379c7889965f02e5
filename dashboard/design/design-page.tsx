/** The design system on one page: for those who build pages. It is in no menu, and shows no data. */
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './design.module.css';
import { Figures } from './figures.tsx';
import { Forms } from './forms.tsx';
import { Foundations } from './foundations.tsx';
import { Lists } from './lists.tsx';

export function DesignPage() {
  return (
    <main className={styles.frame}>
      <Page
        title="Design"
        lead="What pages are made of. Colours, sizes and distances come from tokens.css alone."
      >
        <Tabs
          label="Design"
          tabs={[
            { name: 'foundations', label: 'Foundations', content: <Foundations /> },
            { name: 'lists', label: 'Lists', content: <Lists /> },
            { name: 'figures', label: 'Figures', content: <Figures /> },
            { name: 'forms', label: 'Forms and states', content: <Forms /> },
          ]}
        />
      </Page>
    </main>
  );
}
