import { AddForm, DeleteButton, EditableText } from "@weft/example-shared";
import { longestTitle, mostStories } from "@weft/example-shared/planning";
import type { Planning } from "@weft/example-shared/planning";
import { SortableList } from "@weft/example-shared/sortable";
import type { PlanningEdits } from "./use-planning-edits.ts";

interface StoriesProps {
  readonly planning: Planning;
  readonly edits: PlanningEdits;
}

/** The stories, in the order in which they are estimated. */
export function Stories({ planning: { stories, story: current }, edits }: StoriesProps) {
  return (
    <section aria-label="Stories">
      <h3>Stories</h3>
      <SortableList
        label="Stories"
        className="poker-stories"
        items={stories}
        nameOf={({ title }) => title}
        onMove={edits.moveStory}
      >
        {({ id, title, estimate }, handle) => (
          <div className="poker-story-row" data-current={id === current?.id || undefined}>
            {handle}
            <EditableText
              className="poker-story-title"
              value={title}
              label={`Title of: ${title}`}
              longest={longestTitle}
              onSave={(wanted) => edits.renameStory(id, wanted)}
            />
            {estimate !== "" && (
              <span className="poker-estimate">
                <span className="visually-hidden">Estimate: </span>
                {estimate}
              </span>
            )}
            {id === current?.id ? (
              <span className="poker-current">Current</span>
            ) : (
              <button
                type="button"
                className="button poker-vote-on"
                aria-label={`Vote on: ${title}`}
                onClick={() => edits.startRound(id)}
              >
                Vote
              </button>
            )}
            <DeleteButton label={`Delete: ${title}`} onDelete={() => edits.removeStory(id)} />
          </div>
        )}
      </SortableList>
      {stories.length < mostStories && (
        <AddForm
          label="New story"
          longest={longestTitle}
          button="Add"
          placeholder="Add a story"
          onAdd={(title) => edits.addStories(title)}
        />
      )}
    </section>
  );
}
