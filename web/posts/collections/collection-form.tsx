import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Visibility } from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { countCharacters } from '#rules/text.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { FieldError, TextArea, TextField } from '../../kit/field.tsx'
import { FolderPlus } from '../../kit/icons.gen.ts'
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts'
import {
  addCollection,
  type Collection,
  editCollection,
  refreshCollections,
  visibilities,
} from './collection-queries.ts'
import './collections.css'

type CollectionFormProps = {
  open: boolean
  onClose: () => void
  collection: Collection | null
  onDone: (collection: Collection) => void
}

export function CollectionForm({ open, onClose, collection, onDone }: CollectionFormProps) {
  return (
    <Dialog open={open} onClose={onClose} icon={FolderPlus} title={collection ? '모음 수정' : '새 모음'}>
      <Fields key={collection?.updatedAt ?? 'new'} collection={collection} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

function Fields({ collection, onClose, onDone }: Omit<CollectionFormProps, 'open'>) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [name, setName] = useState(collection?.name ?? '')
  const [about, setAbout] = useState(collection?.about ?? '')
  const [visibility, setVisibility] = useState<Visibility>(collection?.visibility ?? 'private')
  const { isPending, error, mutate } = useMutation({
    mutationFn: async () => {
      const input = { name, about, visibility }
      const saved = collection
        ? await editCollection(graphql, { id: collection.id, ...input })
        : await addCollection(graphql, { ...input, key: keyOf(JSON.stringify(input)) })
      await refreshCollections(client)
      return saved
    },
    onSuccess: onDone,
  })
  const faults = { name: fieldErrorOf(error, 'name'), about: fieldErrorOf(error, 'about') }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <TextField
        label="이름"
        value={name}
        onChange={({ target }) => setName(target.value)}
        placeholder="성수 데이트"
        autoComplete="off"
        count={{ used: countCharacters(name), limit: collectionLimits.name }}
        error={faults.name}
      />
      <TextArea
        label="소개"
        optional
        rows={2}
        value={about}
        onChange={({ target }) => setAbout(target.value)}
        count={{ used: countCharacters(about), limit: collectionLimits.about }}
        error={faults.about}
      />
      <fieldset className="dialog-options collection-readers">
        <legend>공개 범위</legend>
        {(Object.keys(visibilities) as Visibility[]).map((value) => {
          const { icon: Icon, name: word, text } = visibilities[value]
          return (
            <label key={value} className="check">
              <input
                type="radio"
                name="visibility"
                value={value}
                checked={visibility === value}
                onChange={() => setVisibility(value)}
              />
              <Icon className="icon" />
              <span>
                <b>{word}</b>
                {text}
              </span>
            </label>
          )
        })}
      </fieldset>
      {error && !faults.name && !faults.about && <FieldError live>{sentenceOf(error)}</FieldError>}
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          취소
        </button>
        <button type="submit" className="btn btn-primary" aria-disabled={isPending || undefined}>
          {isPending ? '저장하는 중…' : collection ? '저장' : '만들기'}
        </button>
      </DialogButtons>
    </form>
  )
}
