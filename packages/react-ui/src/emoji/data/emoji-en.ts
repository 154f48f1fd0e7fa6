/** Written by `scripts/emoji-data.ts` from emojibase-data (MIT): `emoji[*] name|tag tag`, where * has skin tones. */
export const emojiText = `😀 grinning face|cheerful cheery
😃 grinning face with big eyes|awesome happy
😄 grinning face with smiling eyes|happy laugh
😁 beaming face with smiling eyes|grin grinning
😆 grinning squinting face|closed eyes
😅 grinning face with sweat|cold dejected
🤣 rolling on the floor laughing|crying face
😂 face with tears of joy|crying feels
🙂 slightly smiling face|happy smile
🙃 upside-down face|hehe smile
🫠 melting face|disappear dissolve
😉 winking face|flirt sexy
😊 smiling face with smiling eyes|blush glad
😇 smiling face with halo|angel angelic
🥰 smiling face with hearts|adore crush
😍 smiling face with heart-eyes|bae feels
🤩 star-struck|excited eyes
😘 face blowing a kiss|adorbs bae
😗 kissing face|date dating
☺️ smiling face|happy outlined
😚 kissing face with closed eyes|bae blush
😙 kissing face with smiling eyes|closed date
🥲 smiling face with tear|glad grateful
😋 face savoring food|delicious eat
😛 face with tongue|awesome cool
😜 winking face with tongue|crazy epic
🤪 zany face|crazy eye
😝 squinting face with tongue|closed eye
🤑 money-mouth face|paid
🤗 smiling face with open hands|hug hugging
🤭 face with hand over mouth|giggle giggling
🫢 face with open eyes and hand over mouth|amazement awe
🫣 face with peeking eye|embarrass hide
🤫 shushing face|quiet shh
🤔 thinking face|chin consider
🫡 saluting face|good luck
🤐 zipper-mouth face|keep quiet
🤨 face with raised eyebrow|disbelief distrust
😐️ neutral face|awkward blank
😑 expressionless face|awkward dead
😶 face without mouth|awkward blank
🫥 dotted line face|depressed disappear
😶‍🌫️ face in clouds|fog head
😏 smirking face|boss dapper
😒 unamused face|bored fine
🙄 face with rolling eyes|eyeroll shade
😬 grimacing face|awk awkward
😮‍💨 face exhaling|blow blowing
🤥 lying face|liar lie
🫨 shaking face|crazy daze
😌 relieved face|calm peace
😔 pensive face|awful bored
😪 sleepy face|crying good
🤤 drooling face
😴 sleeping face|bed bedtime
😷 face with medical mask|cold dentist
🤒 face with thermometer|ill sick
🤕 face with head-bandage|hurt injury
🤢 nauseated face|gross nasty
🤮 face vomiting|barf gross
🤧 sneezing face|fever flu
🥵 hot face|dying feverish
🥶 cold face|blue freezing
🥴 woozy face|dizzy drunk
😵 face with crossed-out eyes|dead dizzy
😵‍💫 face with spiral eyes|confused dizzy
🤯 exploding head|blown explode
🤠 cowboy hat face|cowgirl
🥳 partying face|bday birthday
🥸 disguised face|eyebrow glasses
😎 smiling face with sunglasses|awesome beach
🤓 nerd face|brainy clever
🧐 face with monocle|classy fancy
😕 confused face|befuddled confusing
🫤 face with diagonal mouth|confused confusion
😟 worried face|anxious nerves
🙁 slightly frowning face|sad
☹️ frowning face|sad
😮 face with open mouth|believe forgot
😯 hushed face|epic omg
😲 astonished face|cost omg
😳 flushed face|amazed awkward
🥺 pleading face|begging big
🥹 face holding back tears|aww cry
😦 frowning face with open mouth|caught guard
😧 anguished face|forgot scared
😨 fearful face|afraid anxious
😰 anxious face with sweat|blue cold
😥 sad but relieved face|anxious call
😢 crying face|awful feels
😭 loudly crying face|bawling sad
😱 face screaming in fear|epic fearful
😖 confounded face|annoyed confused
😣 persevering face|focus headache
😞 disappointed face|awful blame
😓 downcast face with sweat|close cold
😩 weary face|crying fail
😫 tired face|cost feels
🥱 yawning face|bedtime bored
😤 face with steam from nose|anger angry
😡 enraged face|anger angry
😠 angry face|anger blame
🤬 face with symbols on mouth|censor cursing
😈 smiling face with horns|demon devil
👿 angry face with horns|demon devil
💀 skull|body dead
☠️ skull and crossbones|dead death
💩 pile of poo|comic doo
🤡 clown face
👹 ogre|creature devil
👺 goblin|angry creature
👻 ghost|boo creature
👽️ alien|creature face
👾 alien monster|creature face
🤖 robot|face monster
😺 grinning cat|animal face
😸 grinning cat with smiling eyes|animal face
😹 cat with tears of joy|animal face
😻 smiling cat with heart-eyes|animal face
😼 cat with wry smile|animal face
😽 kissing cat|animal closed
🙀 weary cat|animal face
😿 crying cat|animal face
😾 pouting cat|animal face
🙈 see-no-evil monkey|face forbidden
🙉 hear-no-evil monkey|animal ears
🙊 speak-no-evil monkey|animal face
💌 love letter|heart mail
💘 heart with arrow|adorbs cupid
💝 heart with ribbon|emotion ily
💖 sparkling heart|emotion excited
💗 growing heart|emotion excited
💓 beating heart|cardio emotion
💞 revolving hearts|adorbs emotion
💕 two hearts|date dating
💟 heart decoration|emotion hearth
❣️ heart exclamation|heavy mark
💔 broken heart|break crushed
❤️‍🔥 heart on fire|burn love
❤️‍🩹 mending heart|healthier improving
❤️ red heart|emotion love
🩷 pink heart|adorable cute
🧡 orange heart
💛 yellow heart|cardiac emotion
💚 green heart|emotion ily
💙 blue heart|emotion ily
🩵 light blue heart|cute cyan
💜 purple heart|bestest emotion
🤎 brown heart
🖤 black heart|evil wicked
🩶 grey heart|emotion gray
🤍 white heart
💋 kiss mark|dating emotion
💯 hundred points|agree clearly
💢 anger symbol|angry comic
💥 collision|bomb boom
💫 dizzy|comic shining
💦 sweat droplets|comic drip
💨 dashing away|cloud comic
🕳️ hole
💬 speech balloon|bubble comic
👁️‍🗨️ eye in speech bubble|balloon witness
🗨️ left speech bubble|balloon dialog
🗯️ right anger bubble|angry balloon
💭 thought balloon|bubble cartoon
💤 ZZZ|comic good

👋* waving hand|bye cya
🤚* raised back of hand|backhand
🖐️* hand with fingers splayed|raised stop
✋️* raised hand|five high
🖖* vulcan salute|finger hand
🫱* rightwards hand|handshake hold
🫲* leftwards hand|handshake hold
🫳* palm down hand|dismiss drop
🫴* palm up hand|beckon catch
🫷* leftwards pushing hand|block five
🫸* rightwards pushing hand|block five
👌* OK hand|awesome bet
🤌* pinched fingers|gesture hand
🤏* pinching hand|amount bit
✌️* victory hand|peace
🤞* crossed fingers|hand luck
🫰* hand with index finger and thumb crossed|expensive heart
🤟* love-you gesture|fingers hand
🤘* sign of the horns|finger hand
🤙* call me hand|hang loose
👈️* backhand index pointing left|finger
👉️* backhand index pointing right|finger
👆️* backhand index pointing up|finger
🖕* middle finger|hand
👇️* backhand index pointing down|finger
☝️* index pointing up|finger hand
🫵* index pointing at the viewer|finger hand
👍️* thumbs up|good hand
👎️* thumbs down|bad dislike
✊️* raised fist|clenched hand
👊* oncoming fist|agree boom
🤛* left-facing fist|leftwards
🤜* right-facing fist
👏* clapping hands|applause approval
🙌* raising hands|gesture hooray
🫶* heart hands|love you
👐* open hands|hug jazz
🤲* palms up together|cupped dua
🤝* handshake|agreement deal
🙏* folded hands|ask beg
✍️* writing hand|write
💅* nail polish|bored care
🤳* selfie|camera phone
💪* flexed biceps|arm beast
🦾 mechanical arm
🦿 mechanical leg
🦵* leg|bent foot
🦶* foot|ankle feet
👂️* ear|body ears
🦻* ear with hearing aid|hard
👃* nose|body noses
🧠 brain|smart
🫀 anatomical heart|beat heartbeat
🫁 lungs|breath breathe
🦷 tooth|dentist pearly
🦴 bone|bones dog
👀 eyes|body face
👁️ eye|body one
👅 tongue|body lick
👄 mouth|beauty body
🫦 biting lip|anxious bite
👶* baby|babies children
🧒* child|kid young
👦* boy|child grandson
👧* girl|child daughter
🧑* person|adult
👱* person: blond hair|human
👨* man|adult bro
🧔* person: beard|bearded whiskers
🧔‍♂️* man: beard|bearded whiskers
🧔‍♀️* woman: beard|bearded whiskers
👨‍🦰* man: red hair|adult bro
👨‍🦱* man: curly hair|adult bro
👨‍🦳* man: white hair|adult bro
👨‍🦲* man: bald|adult bro
👩* woman|adult lady
👩‍🦰* woman: red hair|adult lady
🧑‍🦰* person: red hair|adult
👩‍🦱* woman: curly hair|adult lady
🧑‍🦱* person: curly hair|adult
👩‍🦳* woman: white hair|adult lady
🧑‍🦳* person: white hair|adult
👩‍🦲* woman: bald|adult lady
🧑‍🦲* person: bald|adult
👱‍♀️* woman: blond hair|blonde
👱‍♂️* man: blond hair
🧓* older person|adult elderly
👴* old man|adult bald
👵* old woman|adult elderly
🙍* person frowning|annoyed disturbed
🙍‍♂️* man frowning|annoyed disturbed
🙍‍♀️* woman frowning|annoyed disturbed
🙎* person pouting|frown grimace
🙎‍♂️* man pouting|frown grimace
🙎‍♀️* woman pouting|frown grimace
🙅* person gesturing NO|forbidden gesture
🙅‍♂️* man gesturing NO|forbidden gesture
🙅‍♀️* woman gesturing NO|forbidden gesture
🙆* person gesturing OK|exercise gesture
🙆‍♂️* man gesturing OK|exercise gesture
🙆‍♀️* woman gesturing OK|exercise gesture
💁* person tipping hand|fetch flick
💁‍♂️* man tipping hand|fetch flick
💁‍♀️* woman tipping hand|fetch flick
🙋* person raising hand|gesture here
🙋‍♂️* man raising hand|gesture here
🙋‍♀️* woman raising hand|gesture here
🧏* deaf person|ear gesture
🧏‍♂️* deaf man|ear gesture
🧏‍♀️* deaf woman|ear gesture
🙇* person bowing|apology ask
🙇‍♂️* man bowing|apology ask
🙇‍♀️* woman bowing|apology ask
🤦* person facepalming|again bewilder
🤦‍♂️* man facepalming|again bewilder
🤦‍♀️* woman facepalming|again bewilder
🤷* person shrugging|doubt dunno
🤷‍♂️* man shrugging|doubt dunno
🤷‍♀️* woman shrugging|doubt dunno
🧑‍⚕️* health worker|doctor nurse
👨‍⚕️* man health worker|doctor nurse
👩‍⚕️* woman health worker|doctor nurse
🧑‍🎓* student|graduate
👨‍🎓* man student|graduate
👩‍🎓* woman student|graduate
🧑‍🏫* teacher|lecturer professor
👨‍🏫* man teacher|lecturer professor
👩‍🏫* woman teacher|lecturer professor
🧑‍⚖️* judge|justice law
👨‍⚖️* man judge|justice law
👩‍⚖️* woman judge|justice law
🧑‍🌾* farmer|gardener rancher
👨‍🌾* man farmer|gardener rancher
👩‍🌾* woman farmer|gardener rancher
🧑‍🍳* cook|chef
👨‍🍳* man cook|chef
👩‍🍳* woman cook|chef
🧑‍🔧* mechanic|plumber
👨‍🔧* man mechanic|plumber
👩‍🔧* woman mechanic|plumber
🧑‍🏭* factory worker|assembly
👨‍🏭* man factory worker|assembly
👩‍🏭* woman factory worker|assembly
🧑‍💼* office worker|architect business
👨‍💼* man office worker|architect business
👩‍💼* woman office worker|architect business
🧑‍🔬* scientist|biologist chemist
👨‍🔬* man scientist|biologist chemist
👩‍🔬* woman scientist|biologist chemist
🧑‍💻* technologist|coder computer
👨‍💻* man technologist|coder computer
👩‍💻* woman technologist|coder computer
🧑‍🎤* singer|actor rock
👨‍🎤* man singer|actor rock
👩‍🎤* woman singer|actor rock
🧑‍🎨* artist|palette
👨‍🎨* man artist|palette
👩‍🎨* woman artist|palette
🧑‍✈️* pilot|plane
👨‍✈️* man pilot|plane
👩‍✈️* woman pilot|plane
🧑‍🚀* astronaut|rocket space
👨‍🚀* man astronaut|rocket space
👩‍🚀* woman astronaut|rocket space
🧑‍🚒* firefighter|firetruck
👨‍🚒* man firefighter|firetruck
👩‍🚒* woman firefighter|firetruck
👮* police officer|apprehend arrest
👮‍♂️* man police officer|apprehend arrest
👮‍♀️* woman police officer|apprehend arrest
🕵️* detective|sleuth spy
🕵️‍♂️* man detective|sleuth spy
🕵️‍♀️* woman detective|sleuth spy
💂* guard|helmet london
💂‍♂️* man guard|helmet london
💂‍♀️* woman guard|helmet london
🥷* ninja|assassin fight
👷* construction worker|build fix
👷‍♂️* man construction worker|build fix
👷‍♀️* woman construction worker|build fix
🫅* person with crown|monarch noble
🤴* prince|crown fairy
👸* princess|crown fairy
👳* person wearing turban
👳‍♂️* man wearing turban
👳‍♀️* woman wearing turban
👲* person with skullcap|chinese gua
🧕* woman with headscarf|bandana hijab
🤵* person in tuxedo|formal wedding
🤵‍♂️* man in tuxedo|formal groom
🤵‍♀️* woman in tuxedo|formal wedding
👰* person with veil|wedding
👰‍♂️* man with veil|wedding
👰‍♀️* woman with veil|bride wedding
🤰* pregnant woman
🫃* pregnant man|belly bloated
🫄* pregnant person|belly bloated
🤱* breast-feeding|baby mom
👩‍🍼* woman feeding baby|mom mother
👨‍🍼* man feeding baby|dad father
🧑‍🍼* person feeding baby|nanny newborn
👼* baby angel|church face
🎅* Santa Claus|christmas claus
🤶* Mrs. Claus|christmas claus
🧑‍🎄* Mx Claus|christmas claus
🦸* superhero|good
🦸‍♂️* man superhero|good
🦸‍♀️* woman superhero|good heroine
🦹* supervillain|bad criminal
🦹‍♂️* man supervillain|bad criminal
🦹‍♀️* woman supervillain|bad criminal
🧙* mage|fantasy magic
🧙‍♂️* man mage|fantasy magic
🧙‍♀️* woman mage|fantasy magic
🧚* fairy|fairytale fantasy
🧚‍♂️* man fairy|fairytale fantasy
🧚‍♀️* woman fairy|fairytale fantasy
🧛* vampire|blood dracula
🧛‍♂️* man vampire|blood fangs
🧛‍♀️* woman vampire|blood fangs
🧜* merperson|creature fairytale
🧜‍♂️* merman|creature fairytale
🧜‍♀️* mermaid|creature fairytale
🧝* elf|elves fantasy
🧝‍♂️* man elf|elves fantasy
🧝‍♀️* woman elf|elves fantasy
🧞 genie|djinn fantasy
🧞‍♂️ man genie|djinn fantasy
🧞‍♀️ woman genie|djinn fantasy
🧟 zombie|dead halloween
🧟‍♂️ man zombie|dead halloween
🧟‍♀️ woman zombie|dead halloween
🧌 troll|fairy fantasy
💆* person getting massage|face headache
💆‍♂️* man getting massage|face headache
💆‍♀️* woman getting massage|face headache
💇* person getting haircut|barber beauty
💇‍♂️* man getting haircut|barber beauty
💇‍♀️* woman getting haircut|barber beauty
🚶* person walking|amble gait
🚶‍♂️* man walking|amble gait
🚶‍♀️* woman walking|amble gait
🧍* person standing
🧍‍♂️* man standing
🧍‍♀️* woman standing
🧎* person kneeling|knees
🧎‍♂️* man kneeling|knees
🧎‍♀️* woman kneeling|knees
🧑‍🦯* person with white cane|blind probing
👨‍🦯* man with white cane|blind probing
👩‍🦯* woman with white cane|blind probing
🧑‍🦼* person in motorized wheelchair
👨‍🦼* man in motorized wheelchair
👩‍🦼* woman in motorized wheelchair
🧑‍🦽* person in manual wheelchair
👨‍🦽* man in manual wheelchair
👩‍🦽* woman in manual wheelchair
🏃* person running|fast hurry
🏃‍♂️* man running|fast hurry
🏃‍♀️* woman running|fast hurry
💃* woman dancing|dance dancer
🕺* man dancing|dance dancer
🕴️* person in suit levitating|business
👯* people with bunny ears|bestie bff
👯‍♂️* men with bunny ears|bestie bff
👯‍♀️* women with bunny ears|bestie bff
🧖* person in steamy room|day luxurious
🧖‍♂️* man in steamy room|day luxurious
🧖‍♀️* woman in steamy room|day luxurious
🧗* person climbing|climber mountain
🧗‍♂️* man climbing|climber mountain
🧗‍♀️* woman climbing|climber mountain
🤺 person fencing|fencer sword
🏇* horse racing|jockey racehorse
⛷️ skier|snow
🏂️* snowboarder|ski sport
🏌️* person golfing|ball birdie
🏌️‍♂️* man golfing|ball birdie
🏌️‍♀️* woman golfing|ball birdie
🏄️* person surfing|beach ocean
🏄‍♂️* man surfing|beach ocean
🏄‍♀️* woman surfing|beach ocean
🚣* person rowing boat|canoe cruise
🚣‍♂️* man rowing boat|canoe cruise
🚣‍♀️* woman rowing boat|canoe cruise
🏊️* person swimming|freestyle sport
🏊‍♂️* man swimming|freestyle sport
🏊‍♀️* woman swimming|freestyle sport
⛹️* person bouncing ball|athletic dribble
⛹️‍♂️* man bouncing ball|athletic dribble
⛹️‍♀️* woman bouncing ball|athletic dribble
🏋️* person lifting weights|barbell deadlift
🏋️‍♂️* man lifting weights|barbell deadlift
🏋️‍♀️* woman lifting weights|barbell deadlift
🚴* person biking|bicycle bicyclist
🚴‍♂️* man biking|bicycle bicyclist
🚴‍♀️* woman biking|bicycle bicyclist
🚵* person mountain biking|bicycle bicyclist
🚵‍♂️* man mountain biking|bicycle bicyclist
🚵‍♀️* woman mountain biking|bicycle bicyclist
🤸* person cartwheeling|active excited
🤸‍♂️* man cartwheeling|active excited
🤸‍♀️* woman cartwheeling|active excited
🤼* people wrestling|combat duel
🤼‍♂️* men wrestling|combat duel
🤼‍♀️* women wrestling|combat duel
🤽* person playing water polo|sport swimming
🤽‍♂️* man playing water polo|sport swimming
🤽‍♀️* woman playing water polo|sport swimming
🤾* person playing handball|athletics catch
🤾‍♂️* man playing handball|athletics catch
🤾‍♀️* woman playing handball|athletics catch
🤹* person juggling|act balance
🤹‍♂️* man juggling|act balance
🤹‍♀️* woman juggling|act balance
🧘* person in lotus position|cross legged
🧘‍♂️* man in lotus position|cross legged
🧘‍♀️* woman in lotus position|cross legged
🛀* person taking bath|bathtub tub
🛌* person in bed|bedtime good
🧑‍🤝‍🧑* people holding hands|bae bestie
👭* women holding hands|bae bestie
👫* woman and man holding hands|bae bestie
👬* men holding hands|bae bestie
💏* kiss|babe bae
👩‍❤️‍💋‍👨* kiss: woman, man|babe bae
👨‍❤️‍💋‍👨* kiss: man, man|babe bae
👩‍❤️‍💋‍👩* kiss: woman, woman|babe bae
💑* couple with heart|babe bae
👩‍❤️‍👨* couple with heart: woman, man|babe bae
👨‍❤️‍👨* couple with heart: man, man|babe bae
👩‍❤️‍👩* couple with heart: woman, woman|babe bae
👨‍👩‍👦 family: man, woman, boy|child
👨‍👩‍👧 family: man, woman, girl|child
👨‍👩‍👧‍👦 family: man, woman, girl, boy|child
👨‍👩‍👦‍👦 family: man, woman, boy, boy|child
👨‍👩‍👧‍👧 family: man, woman, girl, girl|child
👨‍👨‍👦 family: man, man, boy|child
👨‍👨‍👧 family: man, man, girl|child
👨‍👨‍👧‍👦 family: man, man, girl, boy|child
👨‍👨‍👦‍👦 family: man, man, boy, boy|child
👨‍👨‍👧‍👧 family: man, man, girl, girl|child
👩‍👩‍👦 family: woman, woman, boy|child
👩‍👩‍👧 family: woman, woman, girl|child
👩‍👩‍👧‍👦 family: woman, woman, girl, boy|child
👩‍👩‍👦‍👦 family: woman, woman, boy, boy|child
👩‍👩‍👧‍👧 family: woman, woman, girl, girl|child
👨‍👦 family: man, boy|child
👨‍👦‍👦 family: man, boy, boy|child
👨‍👧 family: man, girl|child
👨‍👧‍👦 family: man, girl, boy|child
👨‍👧‍👧 family: man, girl, girl|child
👩‍👦 family: woman, boy|child
👩‍👦‍👦 family: woman, boy, boy|child
👩‍👧 family: woman, girl|child
👩‍👧‍👦 family: woman, girl, boy|child
👩‍👧‍👧 family: woman, girl, girl|child
🗣️ speaking head|face
👤 bust in silhouette|shadow
👥 busts in silhouette|bff everyone
🫂 people hugging|comfort embrace
👪️ family|child
👣 footprints|barefoot clothing

🐵 monkey face|animal banana
🐒 monkey|animal banana
🦍 gorilla|animal
🦧 orangutan|animal ape
🐶 dog face|adorbs animal
🐕️ dog|animal animals
🦮 guide dog|animal blind
🐕‍🦺 service dog|animal
🐩 poodle|animal dog
🐺 wolf|animal face
🦊 fox|animal face
🦝 raccoon|animal curious
🐱 cat face|animal kitten
🐈️ cat|animal animals
🐈‍⬛ black cat|animal feline
🦁 lion|alpha animal
🐯 tiger face|animal big
🐅 tiger|animal big
🐆 leopard|animal big
🐴 horse face|animal dressage
🫎 moose|alces animal
🫏 donkey|animal ass
🐎 horse|animal farm
🦄 unicorn|face
🦓 zebra|animal stripe
🦌 deer|animal
🦬 bison|animal buffalo
🐮 cow face|animal farm
🐂 ox|animal animals
🐃 water buffalo|animal zoo
🐄 cow|animal animals
🐷 pig face|animal bacon
🐖 pig|animal bacon
🐗 boar|animal pig
🐽 pig nose|animal face
🐏 ram|animal aries
🐑 ewe|animal baa
🐐 goat|animal capricorn
🐪 camel|animal desert
🐫 two-hump camel|animal bactrian
🦙 llama|alpaca animal
🦒 giraffe|animal spots
🐘 elephant|animal
🦣 mammoth|animal large
🦏 rhinoceros|animal
🦛 hippopotamus|animal
🐭 mouse face|animal
🐁 mouse|animal animals
🐀 rat|animal
🐹 hamster|animal face
🐰 rabbit face|animal bunny
🐇 rabbit|animal bunny
🐿️ chipmunk|animal squirrel
🦫 beaver|animal dam
🦔 hedgehog|animal spiny
🦇 bat|animal vampire
🐻 bear|animal face
🐻‍❄️ polar bear|animal arctic
🐨 koala|animal australia
🐼 panda|animal bamboo
🦥 sloth|lazy slow
🦦 otter|animal fishing
🦨 skunk|animal stink
🦘 kangaroo|animal joey
🦡 badger|animal honey
🐾 paw prints|feet paws
🦃 turkey|bird gobble
🐔 chicken|animal bird
🐓 rooster|animal bird
🐣 hatching chick|animal baby
🐤 baby chick|animal bird
🐥 front-facing baby chick|animal bird
🐦️ bird|animal
🐧 penguin|animal bird
🕊️ dove|bird fly
🦅 eagle|animal bird
🦆 duck|animal bird
🦢 swan|animal bird
🦉 owl|animal bird
🦤 dodo|animal bird
🪶 feather|bird flight
🦩 flamingo|animal bird
🦚 peacock|animal bird
🦜 parrot|animal bird
🪽 wing|angelic ascend
🐦‍⬛ black bird|animal beak
🪿 goose|animal bird
🐸 frog|animal face
🐊 crocodile|animal zoo
🐢 turtle|animal terrapin
🦎 lizard|animal reptile
🐍 snake|animal bearer
🐲 dragon face|animal fairy
🐉 dragon|animal fairy
🦕 sauropod|dinosaur
🦖 T-Rex|dinosaur rex
🐳 spouting whale|animal beach
🐋 whale|animal beach
🐬 dolphin|animal beach
🦭 seal|animal lion
🐟️ fish|animal dinner
🐠 tropical fish|animal fishes
🐡 blowfish|animal
🦈 shark|animal fish
🐙 octopus|animal creature
🐚 spiral shell|animal beach
🪸 coral|change climate
🪼 jellyfish|animal aquarium
🦀 crab|cancer zodiac
🦞 lobster|animal bisque
🦐 shrimp|food shellfish
🦑 squid|animal food
🦪 oyster|diving pearl
🐌 snail|animal escargot
🦋 butterfly|insect pretty
🐛 bug|animal garden
🐜 ant|animal garden
🐝 honeybee|animal bumblebee
🪲 beetle|animal bug
🐞 lady beetle|animal garden
🦗 cricket|animal bug
🪳 cockroach|animal insect
🕷️ spider|animal insect
🕸️ spider web
🦂 scorpion|scorpius zodiac
🦟 mosquito|bite disease
🪰 fly|animal disease
🪱 worm|animal annelid
🦠 microbe|amoeba bacteria
💐 bouquet|birthday date
🌸 cherry blossom|flower plant
💮 white flower
🪷 lotus|beauty buddhism
🏵️ rosette|plant
🌹 rose|beauty elegant
🥀 wilted flower|dying
🌺 hibiscus|flower plant
🌻 sunflower|outdoors plant
🌼 blossom|buttercup dandelion
🌷 tulip|blossom flower
🪻 hyacinth|bloom flower
🌱 seedling|plant sapling
🪴 potted plant|decor grow
🌲 evergreen tree|christmas forest
🌳 deciduous tree|forest green
🌴 palm tree|beach plant
🌵 cactus|desert drought
🌾 sheaf of rice|ear grain
🌿 herb|leaf plant
☘️ shamrock|irish plant
🍀 four leaf clover|irish lucky
🍁 maple leaf|falling
🍂 fallen leaf|autumn falling
🍃 leaf fluttering in wind|blow
🪹 empty nest|branch home
🪺 nest with eggs|bird branch
🍄 mushroom|fungus toadstool

🍇 grapes|dionysus fruit
🍈 melon|fruit
🍉 watermelon|fruit
🍊 tangerine|citrus fruit
🍋 lemon|citrus fruit
🍌 banana|fruit potassium
🍍 pineapple|colada fruit
🥭 mango|food fruit
🍎 red apple|diet food
🍏 green apple|fruit
🍐 pear|fruit
🍑 peach|fruit
🍒 cherries|berries cherry
🍓 strawberry|fruit
🫐 blueberries|berry bilberry
🥝 kiwi fruit|food
🍅 tomato|food fruit
🫒 olive|food
🥥 coconut|colada palm
🥑 avocado|food fruit
🍆 eggplant|aubergine vegetable
🥔 potato|food vegetable
🥕 carrot|food vegetable
🌽 ear of corn|crops farm
🌶️ hot pepper
🫑 bell pepper|capsicum food
🥒 cucumber|food pickle
🥬 leafy green|bok burgers
🥦 broccoli|cabbage wild
🧄 garlic|flavoring
🧅 onion|flavoring
🥜 peanuts|food vegetable
🫘 beans|food kidney
🌰 chestnut|almond plant
🫚 ginger root|beer health
🫛 pea pod|beans beanstalk
🍞 bread|carbs food
🥐 croissant|bread breakfast
🥖 baguette bread|food french
🫓 flatbread|arepa food
🥨 pretzel|twisted
🥯 bagel|bakery bread
🥞 pancakes|breakfast food
🧇 waffle|breakfast iron
🧀 cheese wedge
🍖 meat on bone
🍗 poultry leg|bone chicken
🥩 cut of meat|chop lambchop
🥓 bacon|breakfast food
🍔 hamburger|eat fast
🍟 french fries|fast food
🍕 pizza|cheese food
🌭 hot dog|hotdog sausage
🥪 sandwich|bread
🌮 taco|mexican
🌯 burrito|mexican wrap
🫔 tamale|food mexican
🥙 stuffed flatbread|falafel food
🧆 falafel|chickpea meatball
🥚 egg|breakfast food
🍳 cooking|breakfast easy
🥘 shallow pan of food|casserole paella
🍲 pot of food|soup stew
🫕 fondue|cheese chocolate
🥣 bowl with spoon|breakfast cereal
🥗 green salad|food
🍿 popcorn|movie
🧈 butter|dairy
🧂 salt|condiment flavor
🥫 canned food
🍱 bento box|food
🍘 rice cracker|food
🍙 rice ball|food japanese
🍚 cooked rice|food
🍛 curry rice|food
🍜 steaming bowl|food noodle
🍝 spaghetti|food meatballs
🍠 roasted sweet potato|food
🍢 oden|food kebab
🍣 sushi|food
🍤 fried shrimp|prawn tempura
🍥 fish cake with swirl|food pastry
🥮 moon cake|autumn festival
🍡 dango|dessert japanese
🥟 dumpling|empanada jiaozi
🥠 fortune cookie|prophecy
🥡 takeout box|delivery food
🍦 soft ice cream|dessert food
🍧 shaved ice|dessert sweet
🍨 ice cream|dessert food
🍩 doughnut|breakfast dessert
🍪 cookie|chip chocolate
🎂 birthday cake|bday dessert
🍰 shortcake|dessert pastry
🧁 cupcake|bakery dessert
🥧 pie|apple filling
🍫 chocolate bar|candy dessert
🍬 candy|cavities dessert
🍭 lollipop|candy dessert
🍮 custard|dessert pudding
🍯 honey pot|barrel bear
🍼 baby bottle|babies birth
🥛 glass of milk|drink
☕️ hot beverage|cafe caffeine
🫖 teapot|brew drink
🍵 teacup without handle|beverage drink
🍶 sake|bar beverage
🍾 bottle with popping cork|bar drink
🍷 wine glass|alcohol bar
🍸️ cocktail glass|alcohol bar
🍹 tropical drink|alcohol bar
🍺 beer mug|alcohol ale
🍻 clinking beer mugs|alcohol bar
🥂 clinking glasses|celebrate drink
🥃 tumbler glass|liquor scotch
🫗 pouring liquid|accident drink
🥤 cup with straw|drink juice
🧋 bubble tea|boba food
🧃 beverage box|juice straw
🧉 mate|drink
🧊 ice|cold cube
🥢 chopsticks|hashi jeotgarak
🍽️ fork and knife with plate|cooking dinner
🍴 fork and knife|breakfast breaky
🥄 spoon|eat tableware
🔪 kitchen knife|chef cooking
🫙 jar|condiment container
🏺 amphora|aquarius cooking

🌍️ globe showing Europe-Africa|africa earth
🌎️ globe showing Americas|americas earth
🌏️ globe showing Asia-Australia|asia australia
🌐 globe with meridians|earth internet
🗺️ world map
🗾 map of Japan|japan
🧭 compass|direction magnetic
🏔️ snow-capped mountain|cold
⛰️ mountain
🌋 volcano|eruption mountain
🗻 mount fuji|mountain nature
🏕️ camping
🏖️ beach with umbrella
🏜️ desert
🏝️ desert island
🏞️ national park
🏟️ stadium
🏛️ classical building
🏗️ building construction|crane
🧱 brick|bricks clay
🪨 rock|boulder heavy
🪵 wood|log lumber
🛖 hut|home house
🏘️ houses
🏚️ derelict house|home
🏠️ house|building country
🏡 house with garden|building country
🏢 office building|city cubical
🏣 Japanese post office|building japanese
🏤 post office|building european
🏥 hospital|building doctor
🏦 bank|building
🏨 hotel|building
🏩 love hotel|building
🏪 convenience store|building hours
🏫 school|building
🏬 department store|building
🏭️ factory|building
🏯 Japanese castle|building japanese
🏰 castle|building european
💒 wedding|chapel hitched
🗼 Tokyo tower|tokyo
🗽 Statue of Liberty|liberty new
⛪️ church|bless chapel
🕌 mosque|islam masjid
🛕 hindu temple
🕍 synagogue|jew jewish
⛩️ shinto shrine|religion
🕋 kaaba|hajj islam
⛲️ fountain
⛺️ tent|camping
🌁 foggy
🌃 night with stars
🏙️ cityscape
🌄 sunrise over mountains|morning
🌅 sunrise|morning nature
🌆 cityscape at dusk|building evening
🌇 sunset|building dusk
🌉 bridge at night
♨️ hot springs|steaming
🎠 carousel horse
🛝 playground slide|amusement park
🎡 ferris wheel|amusement park
🎢 roller coaster|amusement park
💈 barber pole|cut fresh
🎪 circus tent
🚂 locomotive|caboose engine
🚃 railway car|electric train
🚄 high-speed train|railway
🚅 bullet train|nose railway
🚆 train|arrived choo
🚇️ metro|subway travel
🚈 light rail|arrived monorail
🚉 station|railway train
🚊 tram
🚝 monorail|vehicle
🚞 mountain railway|car trip
🚋 tram car|bus trolley
🚌 bus|school vehicle
🚍️ oncoming bus|cars
🚎 trolleybus|tram
🚐 minibus|drive van
🚑️ ambulance|emergency vehicle
🚒 fire engine|truck
🚓 police car|cops patrol
🚔️ oncoming police car
🚕 taxi|cab cabbie
🚖 oncoming taxi|cab cabbie
🚗 automobile|car driving
🚘️ oncoming automobile|car cars
🚙 sport utility vehicle|car drive
🛻 pickup truck|car flatbed
🚚 delivery truck|car drive
🚛 articulated lorry|car drive
🚜 tractor|vehicle
🏎️ racing car|zoom
🏍️ motorcycle|racing
🛵 motor scooter
🦽 manual wheelchair
🦼 motorized wheelchair
🛺 auto rickshaw|tuk
🚲️ bicycle|bike class
🛴 kick scooter
🛹 skateboard|skater wheels
🛼 roller skate|blades skates
🚏 bus stop|busstop
🛣️ motorway|highway road
🛤️ railway track|train
🛢️ oil drum
⛽️ fuel pump|diesel fuelpump
🛞 wheel|car circle
🚨 police car light|alarm alert
🚥 horizontal traffic light|signal stop
🚦 vertical traffic light|drove signal
🛑 stop sign|octagonal
🚧 construction|barrier
⚓️ anchor|ship tool
🛟 ring buoy|float life
⛵️ sailboat|resort sailing
🛶 canoe|boat
🚤 speedboat|lake luxury
🛳️ passenger ship
⛴️ ferry|boat passenger
🛥️ motor boat|motorboat
🚢 ship|boat passenger
✈️ airplane|aeroplane fly
🛩️ small airplane|aeroplane
🛫 airplane departure|aeroplane
🛬 airplane arrival|aeroplane arrivals
🪂 parachute|parasail skydive
💺 seat|chair
🚁 helicopter|travel vehicle
🚟 suspension railway
🚠 mountain cableway|gondola lift
🚡 aerial tramway|cable car
🛰️ satellite|space
🚀 rocket|launch rockets
🛸 flying saucer|aliens extra
🛎️ bellhop bell|hotel
🧳 luggage|bag packing
⌛️ hourglass done|sand time
⏳️ hourglass not done|flowing hours
⌚️ watch|clock time
⏰️ alarm clock|hours hrs
⏱️ stopwatch|clock time
⏲️ timer clock
🕰️ mantelpiece clock|time
🕛️ twelve o’clock|time
🕧️ twelve-thirty|clock time
🕐️ one o’clock|time
🕜️ one-thirty|clock time
🕑️ two o’clock|time
🕝️ two-thirty|clock time
🕒️ three o’clock|time
🕞️ three-thirty|clock time
🕓️ four o’clock|time
🕟️ four-thirty|clock time
🕔️ five o’clock|time
🕠️ five-thirty|clock time
🕕️ six o’clock|time
🕡️ six-thirty|clock
🕖️ seven o’clock
🕢️ seven-thirty|clock
🕗️ eight o’clock|time
🕣️ eight-thirty|clock time
🕘️ nine o’clock|time
🕤️ nine-thirty|clock time
🕙️ ten o’clock
🕥️ ten-thirty|clock time
🕚️ eleven o’clock|time
🕦️ eleven-thirty|clock time
🌑 new moon|dark space
🌒 waxing crescent moon|dreams space
🌓 first quarter moon|space
🌔 waxing gibbous moon|space
🌕️ full moon|space
🌖 waning gibbous moon|space
🌗 last quarter moon|space
🌘 waning crescent moon|space
🌙 crescent moon|ramadan space
🌚 new moon face|space
🌛 first quarter moon face|space
🌜️ last quarter moon face|dreams
🌡️ thermometer|weather
☀️ sun|bright rays
🌝 full moon face|bright
🌞 sun with face|beach bright
🪐 ringed planet|saturn saturnine
⭐️ star|astronomy medium
🌟 glowing star|glittery night
🌠 shooting star|falling night
🌌 milky way|space
☁️ cloud|weather
⛅️ sun behind cloud|cloudy weather
⛈️ cloud with lightning and rain|thunder
🌤️ sun behind small cloud|weather
🌥️ sun behind large cloud|weather
🌦️ sun behind rain cloud|weather
🌧️ cloud with rain|weather
🌨️ cloud with snow|cold weather
🌩️ cloud with lightning|weather
🌪️ tornado|cloud weather
🌫️ fog|cloud weather
🌬️ wind face|blow cloud
🌀 cyclone|dizzy hurricane
🌈 rainbow|gay glbt
🌂 closed umbrella|clothing rain
☂️ umbrella|clothing rain
☔️ umbrella with rain drops|clothing weather
⛱️ umbrella on ground|rain sun
⚡️ high voltage|danger electric
❄️ snowflake|cold weather
☃️ snowman|cold
⛄️ snowman without snow|cold
☄️ comet|space
🔥 fire|burn flame
💧 droplet|cold comic
🌊 water wave|nature ocean

🎃 jack-o-lantern|halloween pumpkin
🎄 Christmas tree|christmas
🎆 fireworks|boom yolo
🎇 sparkler|boom fireworks
🧨 firecracker|dynamite explosive
✨️ sparkles|magic star
🎈 balloon|birthday celebrate
🎉 party popper|awesome birthday
🎊 confetti ball|celebrate party
🎋 tanabata tree|banner japanese
🎍 pine decoration|bamboo japanese
🎎 Japanese dolls|festival japanese
🎏 carp streamer
🎐 wind chime|bell
🎑 moon viewing ceremony
🧧 red envelope|gift good
🎀 ribbon
🎁 wrapped gift|birthday bow
🎗️ reminder ribbon
🎟️ admission tickets
🎫 ticket|admission stub
🎖️ military medal|award
🏆️ trophy|champion champs
🏅 sports medal|award gold
🥇 1st place medal|first gold
🥈 2nd place medal|second silver
🥉 3rd place medal|bronze third
⚽️ soccer ball|football futbol
⚾️ baseball|sport
🥎 softball|glove sports
🏀 basketball|hoop sport
🏐 volleyball|game
🏈 american football|bowl sport
🏉 rugby football|sport
🎾 tennis|ball racquet
🥏 flying disc|ultimate
🎳 bowling|ball game
🏏 cricket game|ball bat
🏑 field hockey|ball game
🏒 ice hockey|game puck
🥍 lacrosse|ball goal
🏓 ping pong|ball bat
🏸 badminton|birdie game
🥊 boxing glove
🥋 martial arts uniform|judo karate
🥅 goal net
⛳️ flag in hole|golf sport
⛸️ ice skate|skating
🎣 fishing pole|sport
🤿 diving mask|scuba
🎽 running shirt|athletics sash
🎿 skis|snow sport
🛷 sled|luge sledge
🥌 curling stone|game rock
🎯 bullseye|dart direct
🪀 yo-yo|fluctuate toy
🪁 kite|fly soar
🔫 water pistol|gun handgun
🎱 pool 8 ball|billiard eight
🔮 crystal ball|fairy fairytale
🪄 magic wand|magician witch
🎮️ video game
🕹️ joystick|game video
🎰 slot machine|casino gamble
🎲 game die|dice
🧩 puzzle piece|clue jigsaw
🧸 teddy bear|plaything plush
🪅 piñata|candy celebrate
🪩 mirror ball|dance disco
🪆 nesting dolls|babooshka baboushka
♠️ spade suit|card game
♥️ heart suit|card emotion
♦️ diamond suit|card game
♣️ club suit|card clubs
♟️ chess pawn|dupe
🃏 joker|card game
🀄️ mahjong red dragon|game
🎴 flower playing cards|game japanese
🎭️ performing arts|actor actress
🖼️ framed picture|art museum
🎨 artist palette|artsy arty
🧵 thread|needle sewing
🪡 sewing needle|stitches sutures
🧶 yarn|ball crochet
🪢 knot|cord rope

👓️ glasses|clothing eye
🕶️ sunglasses|dark eye
🥽 goggles|dive eye
🥼 lab coat|clothes doctor
🦺 safety vest|emergency
👔 necktie|clothing employed
👕 t-shirt|blue casual
👖 jeans|blue casual
🧣 scarf|bundle cold
🧤 gloves|hand
🧥 coat|brr bundle
🧦 socks|stocking
👗 dress|clothes clothing
👘 kimono|clothing
🥻 sari|clothing dress
🩱 one-piece swimsuit|bathing
🩲 briefs|bathing suit
🩳 shorts|bathing pants
👙 bikini|bathing beach
👚 woman’s clothes|blouse clothing
🪭 folding hand fan|clack clap
👛 purse|clothes clothing
👜 handbag|clothes clothing
👝 clutch bag|clothes clothing
🛍️ shopping bags|hotel
🎒 backpack|bag bookbag
🩴 thong sandal|beach flip
👞 man’s shoe|brown clothes
👟 running shoe|athletic clothes
🥾 hiking boot|brown camping
🥿 flat shoe|ballet comfy
👠 high-heeled shoe|clothes clothing
👡 woman’s sandal|clothing shoe
🩰 ballet shoes|dance
👢 woman’s boot|clothes clothing
🪮 hair pick|afro comb
👑 crown|clothing family
👒 woman’s hat|clothes clothing
🎩 top hat|clothes clothing
🎓️ graduation cap|clothing education
🧢 billed cap|baseball bent
🪖 military helmet|army soldier
⛑️ rescue worker’s helmet|aid cross
📿 prayer beads|clothing necklace
💄 lipstick|cosmetics date
💍 ring|diamond engaged
💎 gem stone|diamond jewel
🔇 muted speaker|quiet silent
🔈️ speaker low volume|soft sound
🔉 speaker medium volume|sound
🔊 speaker high volume|loud music
📢 loudspeaker|address public
📣 megaphone|cheering sound
📯 postal horn
🔔 bell|break church
🔕 bell with slash|forbidden mute
🎼 musical score|note
🎵 musical note|sound
🎶 musical notes|sound
🎙️ studio microphone|music
🎚️ level slider|music
🎛️ control knobs|music
🎤 microphone|karaoke music
🎧️ headphone|earbud sound
📻️ radio|tbt video
🎷 saxophone|music
🎺 trumpet|music
🪗 accordion|box music
🎸 guitar|music strat
🎹 musical keyboard|piano
🎻 violin|music
🪕 banjo|music stringed
🥁 drum|music
🪘 long drum|beat conga
🪇 maracas|cha dance
🪈 flute|band fife
📱 mobile phone|cell telephone
📲 mobile phone with arrow|build call
☎️ telephone
📞 telephone receiver|voip
📟️ pager
📠 fax machine
🔋 battery
🪫 low battery|drained energy
🔌 electric plug
💻️ laptop|computer office
🖥️ desktop computer|monitor
🖨️ printer|computer
⌨️ keyboard|computer
🖱️ computer mouse
🖲️ trackball|computer
💽 computer disk|minidisk optical
💾 floppy disk|computer
💿️ optical disk|computer dvd
📀 dvd|computer disk
🧮 abacus
🎥 movie camera|bollywood cinema
🎞️ film frames|cinema movie
📽️ film projector|cinema movie
🎬️ clapper board|action movie
📺️ television|video
📷️ camera|photo selfie
📸 camera with flash|video
📹️ video camera|camcorder tbt
📼 videocassette|old school
🔍️ magnifying glass tilted left|lab science
🔎 magnifying glass tilted right|contact lab
🕯️ candle|light
💡 light bulb|comic electric
🔦 flashlight|electric tool
🏮 red paper lantern|bar light
🪔 diya lamp|light oil
📔 notebook with decorative cover|decorated education
📕 closed book|education
📖 open book|education fantasy
📗 green book|education fantasy
📘 blue book|education fantasy
📙 orange book|education fantasy
📚️ books|education fantasy
📓 notebook
📒 ledger|notebook
📃 page with curl|document paper
📜 scroll|paper
📄 page facing up|document paper
📰 newspaper
🗞️ rolled-up newspaper
📑 bookmark tabs|marker
🔖 bookmark
🏷️ label|tag
🪙 coin|dollar euro
💰️ money bag|bank bet
💴 yen banknote|bill currency
💵 dollar banknote|bill currency
💶 euro banknote|bill currency
💷 pound banknote|bill billion
💸 money with wings|bank banknote
💳️ credit card|bank cash
🧾 receipt|evidence invoice
💹 chart increasing with yen|bank currency
✉️ envelope|email letter
📧 e-mail|email letter
📨 incoming envelope|email letter
📩 envelope with arrow|down email
📤️ outbox tray|email letter
📥️ inbox tray|email letter
📦️ package|box delivery
📫️ closed mailbox with raised flag|postbox
📪️ closed mailbox with lowered flag|postbox
📬️ open mailbox with raised flag|postbox
📭️ open mailbox with lowered flag|postbox
📮 postbox|mail mailbox
🗳️ ballot box with ballot
✏️ pencil
✒️ black nib|pen
🖋️ fountain pen
🖊️ pen|ballpoint
🖌️ paintbrush|painting
🖍️ crayon
📝 memo|media notes
💼 briefcase|office
📁 file folder
📂 open file folder
🗂️ card index dividers
📅 calendar|date
📆 tear-off calendar
🗒️ spiral notepad
🗓️ spiral calendar|pad
📇 card index|old rolodex
📈 chart increasing|data graph
📉 chart decreasing|data down
📊 bar chart|data graph
📋️ clipboard|list notes
📌 pushpin|collage
📍 round pushpin|location map
📎 paperclip
🖇️ linked paperclips
📏 straight ruler|angle edge
📐 triangular ruler|angle math
✂️ scissors|cut cutting
🗃️ card file box
🗄️ file cabinet|filing paper
🗑️ wastebasket|can garbage
🔒️ locked|closed private
🔓️ unlocked|cracked open
🔏 locked with pen|ink nib
🔐 locked with key|bike closed
🔑 key|keys lock
🗝️ old key|clue lock
🔨 hammer|home repairs
🪓 axe|chop hatchet
⛏️ pick|hammer mining
⚒️ hammer and pick|tool
🛠️ hammer and wrench|spanner tool
🗡️ dagger|knife weapon
⚔️ crossed swords|weapon
💣️ bomb|boom comic
🪃 boomerang|rebound weapon
🏹 bow and arrow|archer archery
🛡️ shield|weapon
🪚 carpentry saw|carpenter cut
🔧 wrench|home spanner
🪛 screwdriver|flathead handy
🔩 nut and bolt|home tool
⚙️ gear|cog cogwheel
🗜️ clamp|compress tool
⚖️ balance scale|justice libra
🦯 white cane|blind probing
🔗 link|links
⛓️ chains
🪝 hook|catch crook
🧰 toolbox|chest mechanic
🧲 magnet|horseshoe magnetic
🪜 ladder|climb rung
⚗️ alembic|chemistry tool
🧪 test tube|chemist chemistry
🧫 petri dish|bacteria biologist
🧬 dna|biologist evolution
🔬 microscope|lab science
🔭 telescope|contact science
📡 satellite antenna|aliens contact
💉 syringe|doctor flu
🩸 drop of blood|bleed donation
💊 pill|doctor drugs
🩹 adhesive bandage
🩼 crutch|aid cane
🩺 stethoscope|doctor heart
🩻 x-ray|bones doctor
🚪 door|back closet
🛗 elevator|hoist lift
🪞 mirror|makeup reflector
🪟 window|air frame
🛏️ bed|hotel sleep
🛋️ couch and lamp|hotel
🪑 chair|seat sit
🚽 toilet|bathroom
🪠 plunger|cup force
🚿 shower|water
🛁 bathtub
🪤 mouse trap|bait cheese
🪒 razor|sharp shave
🧴 lotion bottle|shampoo sunscreen
🧷 safety pin|diaper punk
🧹 broom|cleaning sweeping
🧺 basket|farming laundry
🧻 roll of paper|toilet towels
🪣 bucket|cask pail
🧼 soap|bar bathing
🫧 bubbles|burp clean
🪥 toothbrush|bathroom clean
🧽 sponge|absorbing cleaning
🧯 fire extinguisher|quench
🛒 shopping cart|trolley
🚬 cigarette|smoking
⚰️ coffin|dead death
🪦 headstone|cemetery dead
⚱️ funeral urn|ashes death
🧿 nazar amulet|bead blue
🪬 hamsa|amulet fatima
🗿 moai|face moyai
🪧 placard|notice picket
🪪 identification card|document license

🏧 ATM sign|atm automated
🚮 litter in bin sign|litterbin
🚰 potable water|drinking
♿️ wheelchair symbol|access handicap
🚹️ men’s room|bathroom lavatory
🚺️ women’s room|bathroom lavatory
🚻 restroom|bathroom lavatory
🚼️ baby symbol|changing
🚾 water closet|bathroom lavatory
🛂 passport control
🛃 customs|packing
🛄 baggage claim|arrived bags
🛅 left luggage|baggage case
⚠️ warning|caution
🚸 children crossing|traffic
⛔️ no entry|fail forbidden
🚫 prohibited|entry forbidden
🚳 no bicycles|bike forbidden
🚭️ no smoking|forbidden not
🚯 no littering|forbidden not
🚱 non-potable water|dry
🚷 no pedestrians|forbidden not
📵 no mobile phones|cell forbidden
🔞 no one under eighteen|age forbidden
☢️ radioactive|sign
☣️ biohazard|sign
⬆️ up arrow|cardinal direction
↗️ up-right arrow|direction northeast
➡️ right arrow|cardinal direction
↘️ down-right arrow|direction southeast
⬇️ down arrow|cardinal direction
↙️ down-left arrow|direction southwest
⬅️ left arrow|cardinal direction
↖️ up-left arrow|direction northwest
↕️ up-down arrow
↔️ left-right arrow
↩️ right arrow curving left
↪️ left arrow curving right
⤴️ right arrow curving up
⤵️ right arrow curving down
🔃 clockwise vertical arrows|refresh reload
🔄 counterclockwise arrows button|again deja
🔙 BACK arrow|back
🔚 END arrow|end
🔛 ON! arrow|mark
🔜 SOON arrow|brb omw
🔝 TOP arrow|homie top
🛐 place of worship|pray religion
⚛️ atom symbol|atheist
🕉️ om|hindu religion
✡️ star of David|david jew
☸️ wheel of dharma|buddhist religion
☯️ yin yang|difficult lives
✝️ latin cross|christ christian
☦️ orthodox cross|christian religion
☪️ star and crescent|islam muslim
☮️ peace symbol|healing peaceful
🕎 menorah|hanukkah jewish
🔯 dotted six-pointed star|fortune jewish
🪯 khanda|deg fateh
♈️ Aries|aries horoscope
♉️ Taurus|bull horoscope
♊️ Gemini|gemini horoscope
♋️ Cancer|cancer crab
♌️ Leo|horoscope leo
♍️ Virgo|horoscope virgo
♎️ Libra|balance horoscope
♏️ Scorpio|horoscope scorpio
♐️ Sagittarius|archer horoscope
♑️ Capricorn|capricorn goat
♒️ Aquarius|aquarius bearer
♓️ Pisces|fish horoscope
⛎️ Ophiuchus|bearer ophiuchus
🔀 shuffle tracks button|arrow crossed
🔁 repeat button|arrow clockwise
🔂 repeat single button|arrow clockwise
▶️ play button|arrow right
⏩️ fast-forward button|arrow double
⏭️ next track button|arrow scene
⏯️ play or pause button|arrow right
◀️ reverse button|arrow left
⏪️ fast reverse button|arrow double
⏮️ last track button|arrow previous
🔼 upwards button|arrow red
⏫️ fast up button|arrow double
🔽 downwards button|arrow red
⏬️ fast down button|arrow double
⏸️ pause button|bar double
⏹️ stop button|square
⏺️ record button|circle
⏏️ eject button
🎦 cinema|camera film
🔅 dim button|low
🔆 bright button|light
📶 antenna bars|cell mobile
🛜 wireless|broadband computer
📳 vibration mode|cell mobile
📴 mobile phone off|cell telephone
♀️ female sign|woman
♂️ male sign|man
⚧️ transgender symbol
✖️ multiply|cancel sign
➕️ plus
➖️ minus|heavy math
➗️ divide|division heavy
🟰 heavy equals sign|answer equality
♾️ infinity|forever unbounded
‼️ double exclamation mark|bangbang
⁉️ exclamation question mark
❓️ red question mark
❔️ white question mark|outlined
❕️ white exclamation mark|outlined
❗️ red exclamation mark
〰️ wavy dash
💱 currency exchange|bank money
💲 heavy dollar sign|billion cash
⚕️ medical symbol|medicine staff
♻️ recycling symbol|recycle
⚜️ fleur-de-lis|knights
🔱 trident emblem|anchor poseidon
📛 name badge
🔰 Japanese symbol for beginner|chevron green
⭕️ hollow red circle|heavy large
✅️ check mark button|checked checkmark
☑️ check box with check|ballot checked
✔️ check mark|checked checkmark
❌️ cross mark|cancel multiply
❎️ cross mark button|multiply square
➰️ curly loop
➿️ double curly loop
〽️ part alternation mark
✳️ eight-spoked asterisk
✴️ eight-pointed star
❇️ sparkle
©️ copyright
®️ registered
™️ trade mark|trademark
#️⃣ keycap: #
*️⃣ keycap: *
0️⃣ keycap: 0|zero
1️⃣ keycap: 1|one
2️⃣ keycap: 2|two
3️⃣ keycap: 3|three
4️⃣ keycap: 4|four
5️⃣ keycap: 5|five
6️⃣ keycap: 6|six
7️⃣ keycap: 7|seven
8️⃣ keycap: 8|eight
9️⃣ keycap: 9|nine
🔟 keycap: 10
🔠 input latin uppercase|abcd letters
🔡 input latin lowercase|abcd letters
🔢 input numbers
🔣 input symbols
🔤 input latin letters|abc alphabet
🅰️ A button (blood type)
🆎 AB button (blood type)
🅱️ B button (blood type)
🆑 CL button
🆒 COOL button|cool
🆓 FREE button|free
ℹ️ information
🆔 ID button|identity
Ⓜ️ circled M
🆕 NEW button|new
🆖 NG button
🅾️ O button (blood type)
🆗 OK button|okay
🅿️ P button|parking
🆘 SOS button|help sos
🆙 UP! button|mark
🆚 VS button|versus
🈁 Japanese “here” button|japanese katakana
🈂️ Japanese “service charge” button|japanese katakana
🈷️ Japanese “monthly amount” button|ideograph japanese
🈶 Japanese “not free of charge” button|ideograph japanese
🈯️ Japanese “reserved” button|ideograph japanese
🉐 Japanese “bargain” button|ideograph japanese
🈹 Japanese “discount” button|ideograph japanese
🈚️ Japanese “free of charge” button|ideograph japanese
🈲 Japanese “prohibited” button|ideograph japanese
🉑 Japanese “acceptable” button|ideograph japanese
🈸 Japanese “application” button|ideograph japanese
🈴 Japanese “passing grade” button|ideograph japanese
🈳 Japanese “vacancy” button|ideograph japanese
㊗️ Japanese “congratulations” button|ideograph japanese
㊙️ Japanese “secret” button|ideograph japanese
🈺 Japanese “open for business” button|ideograph japanese
🈵 Japanese “no vacancy” button|ideograph japanese
🔴 red circle|geometric
🟠 orange circle
🟡 yellow circle
🟢 green circle
🔵 blue circle|geometric
🟣 purple circle
🟤 brown circle
⚫️ black circle|geometric
⚪️ white circle|geometric
🟥 red square|card penalty
🟧 orange square
🟨 yellow square|card penalty
🟩 green square
🟦 blue square
🟪 purple square
🟫 brown square
⬛️ black large square|geometric
⬜️ white large square|geometric
◼️ black medium square|geometric
◻️ white medium square|geometric
◾️ black medium-small square|geometric
◽️ white medium-small square|geometric
▪️ black small square|geometric
▫️ white small square|geometric
🔶 large orange diamond|geometric
🔷 large blue diamond|geometric
🔸 small orange diamond|geometric
🔹 small blue diamond|geometric
🔺 red triangle pointed up|geometric
🔻 red triangle pointed down|geometric
💠 diamond with a dot|comic geometric
🔘 radio button|geometric
🔳 white square button|geometric outlined
🔲 black square button|geometric

🏁 chequered flag|checkered finish
🚩 triangular flag|golf post
🎌 crossed flags|japanese
🏴 black flag|waving
🏳️ white flag|waving
🏳️‍🌈 rainbow flag|bisexual gay
🏳️‍⚧️ transgender flag|blue light
🏴‍☠️ pirate flag|jolly plunder
🇦🇨 flag: Ascension Island
🇦🇩 flag: Andorra
🇦🇪 flag: United Arab Emirates
🇦🇫 flag: Afghanistan
🇦🇬 flag: Antigua & Barbuda
🇦🇮 flag: Anguilla
🇦🇱 flag: Albania
🇦🇲 flag: Armenia
🇦🇴 flag: Angola
🇦🇶 flag: Antarctica
🇦🇷 flag: Argentina
🇦🇸 flag: American Samoa
🇦🇹 flag: Austria
🇦🇺 flag: Australia
🇦🇼 flag: Aruba
🇦🇽 flag: Åland Islands
🇦🇿 flag: Azerbaijan
🇧🇦 flag: Bosnia & Herzegovina
🇧🇧 flag: Barbados
🇧🇩 flag: Bangladesh
🇧🇪 flag: Belgium
🇧🇫 flag: Burkina Faso
🇧🇬 flag: Bulgaria
🇧🇭 flag: Bahrain
🇧🇮 flag: Burundi
🇧🇯 flag: Benin
🇧🇱 flag: St. Barthélemy
🇧🇲 flag: Bermuda
🇧🇳 flag: Brunei
🇧🇴 flag: Bolivia
🇧🇶 flag: Caribbean Netherlands
🇧🇷 flag: Brazil
🇧🇸 flag: Bahamas
🇧🇹 flag: Bhutan
🇧🇻 flag: Bouvet Island
🇧🇼 flag: Botswana
🇧🇾 flag: Belarus
🇧🇿 flag: Belize
🇨🇦 flag: Canada
🇨🇨 flag: Cocos (Keeling) Islands
🇨🇩 flag: Congo - Kinshasa
🇨🇫 flag: Central African Republic
🇨🇬 flag: Congo - Brazzaville
🇨🇭 flag: Switzerland
🇨🇮 flag: Côte d’Ivoire
🇨🇰 flag: Cook Islands
🇨🇱 flag: Chile
🇨🇲 flag: Cameroon
🇨🇳 flag: China
🇨🇴 flag: Colombia
🇨🇵 flag: Clipperton Island
🇨🇷 flag: Costa Rica
🇨🇺 flag: Cuba
🇨🇻 flag: Cape Verde
🇨🇼 flag: Curaçao
🇨🇽 flag: Christmas Island
🇨🇾 flag: Cyprus
🇨🇿 flag: Czechia
🇩🇪 flag: Germany
🇩🇬 flag: Diego Garcia
🇩🇯 flag: Djibouti
🇩🇰 flag: Denmark
🇩🇲 flag: Dominica
🇩🇴 flag: Dominican Republic
🇩🇿 flag: Algeria
🇪🇦 flag: Ceuta & Melilla
🇪🇨 flag: Ecuador
🇪🇪 flag: Estonia
🇪🇬 flag: Egypt
🇪🇭 flag: Western Sahara
🇪🇷 flag: Eritrea
🇪🇸 flag: Spain
🇪🇹 flag: Ethiopia
🇪🇺 flag: European Union
🇫🇮 flag: Finland
🇫🇯 flag: Fiji
🇫🇰 flag: Falkland Islands
🇫🇲 flag: Micronesia
🇫🇴 flag: Faroe Islands
🇫🇷 flag: France
🇬🇦 flag: Gabon
🇬🇧 flag: United Kingdom
🇬🇩 flag: Grenada
🇬🇪 flag: Georgia
🇬🇫 flag: French Guiana
🇬🇬 flag: Guernsey
🇬🇭 flag: Ghana
🇬🇮 flag: Gibraltar
🇬🇱 flag: Greenland
🇬🇲 flag: Gambia
🇬🇳 flag: Guinea
🇬🇵 flag: Guadeloupe
🇬🇶 flag: Equatorial Guinea
🇬🇷 flag: Greece
🇬🇸 flag: South Georgia & South Sandwich Islands
🇬🇹 flag: Guatemala
🇬🇺 flag: Guam
🇬🇼 flag: Guinea-Bissau
🇬🇾 flag: Guyana
🇭🇰 flag: Hong Kong SAR China
🇭🇲 flag: Heard & McDonald Islands
🇭🇳 flag: Honduras
🇭🇷 flag: Croatia
🇭🇹 flag: Haiti
🇭🇺 flag: Hungary
🇮🇨 flag: Canary Islands
🇮🇩 flag: Indonesia
🇮🇪 flag: Ireland
🇮🇱 flag: Israel
🇮🇲 flag: Isle of Man
🇮🇳 flag: India
🇮🇴 flag: British Indian Ocean Territory
🇮🇶 flag: Iraq
🇮🇷 flag: Iran
🇮🇸 flag: Iceland
🇮🇹 flag: Italy
🇯🇪 flag: Jersey
🇯🇲 flag: Jamaica
🇯🇴 flag: Jordan
🇯🇵 flag: Japan
🇰🇪 flag: Kenya
🇰🇬 flag: Kyrgyzstan
🇰🇭 flag: Cambodia
🇰🇮 flag: Kiribati
🇰🇲 flag: Comoros
🇰🇳 flag: St. Kitts & Nevis
🇰🇵 flag: North Korea
🇰🇷 flag: South Korea
🇰🇼 flag: Kuwait
🇰🇾 flag: Cayman Islands
🇰🇿 flag: Kazakhstan
🇱🇦 flag: Laos
🇱🇧 flag: Lebanon
🇱🇨 flag: St. Lucia
🇱🇮 flag: Liechtenstein
🇱🇰 flag: Sri Lanka
🇱🇷 flag: Liberia
🇱🇸 flag: Lesotho
🇱🇹 flag: Lithuania
🇱🇺 flag: Luxembourg
🇱🇻 flag: Latvia
🇱🇾 flag: Libya
🇲🇦 flag: Morocco
🇲🇨 flag: Monaco
🇲🇩 flag: Moldova
🇲🇪 flag: Montenegro
🇲🇫 flag: St. Martin
🇲🇬 flag: Madagascar
🇲🇭 flag: Marshall Islands
🇲🇰 flag: North Macedonia
🇲🇱 flag: Mali
🇲🇲 flag: Myanmar (Burma)
🇲🇳 flag: Mongolia
🇲🇴 flag: Macao SAR China
🇲🇵 flag: Northern Mariana Islands
🇲🇶 flag: Martinique
🇲🇷 flag: Mauritania
🇲🇸 flag: Montserrat
🇲🇹 flag: Malta
🇲🇺 flag: Mauritius
🇲🇻 flag: Maldives
🇲🇼 flag: Malawi
🇲🇽 flag: Mexico
🇲🇾 flag: Malaysia
🇲🇿 flag: Mozambique
🇳🇦 flag: Namibia
🇳🇨 flag: New Caledonia
🇳🇪 flag: Niger
🇳🇫 flag: Norfolk Island
🇳🇬 flag: Nigeria
🇳🇮 flag: Nicaragua
🇳🇱 flag: Netherlands
🇳🇴 flag: Norway
🇳🇵 flag: Nepal
🇳🇷 flag: Nauru
🇳🇺 flag: Niue
🇳🇿 flag: New Zealand
🇴🇲 flag: Oman
🇵🇦 flag: Panama
🇵🇪 flag: Peru
🇵🇫 flag: French Polynesia
🇵🇬 flag: Papua New Guinea
🇵🇭 flag: Philippines
🇵🇰 flag: Pakistan
🇵🇱 flag: Poland
🇵🇲 flag: St. Pierre & Miquelon
🇵🇳 flag: Pitcairn Islands
🇵🇷 flag: Puerto Rico
🇵🇸 flag: Palestinian Territories
🇵🇹 flag: Portugal
🇵🇼 flag: Palau
🇵🇾 flag: Paraguay
🇶🇦 flag: Qatar
🇷🇪 flag: Réunion
🇷🇴 flag: Romania
🇷🇸 flag: Serbia
🇷🇺 flag: Russia
🇷🇼 flag: Rwanda
🇸🇦 flag: Saudi Arabia
🇸🇧 flag: Solomon Islands
🇸🇨 flag: Seychelles
🇸🇩 flag: Sudan
🇸🇪 flag: Sweden
🇸🇬 flag: Singapore
🇸🇭 flag: St. Helena
🇸🇮 flag: Slovenia
🇸🇯 flag: Svalbard & Jan Mayen
🇸🇰 flag: Slovakia
🇸🇱 flag: Sierra Leone
🇸🇲 flag: San Marino
🇸🇳 flag: Senegal
🇸🇴 flag: Somalia
🇸🇷 flag: Suriname
🇸🇸 flag: South Sudan
🇸🇹 flag: São Tomé & Príncipe
🇸🇻 flag: El Salvador
🇸🇽 flag: Sint Maarten
🇸🇾 flag: Syria
🇸🇿 flag: Eswatini
🇹🇦 flag: Tristan da Cunha
🇹🇨 flag: Turks & Caicos Islands
🇹🇩 flag: Chad
🇹🇫 flag: French Southern Territories
🇹🇬 flag: Togo
🇹🇭 flag: Thailand
🇹🇯 flag: Tajikistan
🇹🇰 flag: Tokelau
🇹🇱 flag: Timor-Leste
🇹🇲 flag: Turkmenistan
🇹🇳 flag: Tunisia
🇹🇴 flag: Tonga
🇹🇷 flag: Türkiye
🇹🇹 flag: Trinidad & Tobago
🇹🇻 flag: Tuvalu
🇹🇼 flag: Taiwan
🇹🇿 flag: Tanzania
🇺🇦 flag: Ukraine
🇺🇬 flag: Uganda
🇺🇲 flag: U.S. Outlying Islands
🇺🇳 flag: United Nations
🇺🇸 flag: United States
🇺🇾 flag: Uruguay
🇺🇿 flag: Uzbekistan
🇻🇦 flag: Vatican City
🇻🇨 flag: St. Vincent & Grenadines
🇻🇪 flag: Venezuela
🇻🇬 flag: British Virgin Islands
🇻🇮 flag: U.S. Virgin Islands
🇻🇳 flag: Vietnam
🇻🇺 flag: Vanuatu
🇼🇫 flag: Wallis & Futuna
🇼🇸 flag: Samoa
🇽🇰 flag: Kosovo
🇾🇪 flag: Yemen
🇾🇹 flag: Mayotte
🇿🇦 flag: South Africa
🇿🇲 flag: Zambia
🇿🇼 flag: Zimbabwe
🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag: England|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag: Scotland|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿 flag: Wales|gbwls`;
